import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat, type Observation } from '../core/format';
import { wholeValue } from '../core/string-lock';

const NAME = /:jobs:[^:]+:lock$/;
const COUNT = /^\d{1,9}$/;

/**
 * gocraft/work's limit on jobs of one kind that run at once: a counter without TTL, and a hash of what each pool of workers
 * has of it. A pool that died is taken off by a reaper, minutes later and only while another pool lives.
 */
export const gocraftWork = defineFormat({
  id: 'gocraft-work',
  library: 'gocraft/work',
  language: 'Go',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  companions: { of: (raw) => (isCounter(raw) ? [infoOf(raw.key), limitOf(raw.key)] : []), always: true },
  recognise: (sight) => {
    if (!isCounter(sight.raw)) return null;
    return poolsOf(sight).length > 0 ? 'certain' : 'possible';
  },
  alternatives: (sight) =>
    poolsOf(sight).length > 0 ? [] : [{ id: 'plain-string', library: 'a flag or a counter' }],
  decode(sight) {
    const { raw, companions } = sight;
    const held = Number(wholeValue(raw) ?? 0);
    const limit = Number(companions.get(limitOf(raw.key))?.value ?? Number.NaN);
    const available = Number.isSafeInteger(limit) ? Math.max(0, limit - held) : null;
    const holders = poolsOf(sight).map(([pool, count]) => holderOf(pool, Number(count)));
    const permits = { available, held, expired: null };
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null, permits };
  },
  healthyFloor: null,
  lateUnlock: 'drifts',
  hazards: ['second-run-overlaps'],
  release: ({ key, token, seen }) => ({
    script: scripts.releasePool,
    keys: [key, infoOf(key)],
    args: [token, seen.holdCount ?? 0],
  }),
});

function isCounter(raw: RawKey): boolean {
  if (raw.length === 0 || raw.length > 9 || !raw.key.endsWith(':lock')) return false;
  return NAME.test(raw.key) && COUNT.test(wholeValue(raw) ?? '');
}

const infoOf = (key: ByteString) => `${key}_info`;
const limitOf = (key: ByteString) => key.replace(/lock$/, 'max_concurrency');

/** Pools that have a job, and how many. */
function poolsOf({ raw, companions }: Observation): (readonly [ByteString, ByteString])[] {
  const pools = companions.get(infoOf(raw.key))?.hash ?? [];
  return pools.filter(([, count]) => COUNT.test(count) && Number(count) > 0);
}

/** A pool's id is drawn when it starts, so it names the process. */
function holderOf(pool: ByteString, holdCount: number): DecodedHolder {
  const process = { host: null, pid: null, instance: pool };
  const own = { token: pool, tokenUnique: true, tokenReused: true };
  return { ...own, label: null, mode: 'exclusive', holdCount, since: null, process };
}
