import { defineFormat, type Observation } from '../core/format';
import { mayBeLock } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const TOKEN = /^(\d{1,10}):0\.(\d{8}) (\d{10}):\d{1,4}$/;
const YEARS_10 = 3_653 * 86_400_000;

/** cheprasov/php-redis-lock: process, PHP's microtime of the lock object's making, and a random number. */
export const cheprasovLock = defineFormat({
  id: 'cheprasov-lock',
  library: 'cheprasov/php-redis-lock',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: (sight) => (tokenOf(sight) && mayBeLock(sight.raw, sight.named) ? 'certain' : null),
  decode(sight) {
    const { pid = null, madeMs = null } = tokenOf(sight) ?? {};
    const since = madeMs === null ? null : { atMs: madeMs, atLeast: false, atMost: true };
    return oneHolder(sight.raw, { since, process: { host: null, pid, instance: null } });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});

function tokenOf({ raw, now }: Observation): { pid: number; madeMs: number } | null {
  if (raw.length < 25 || raw.length > 37 || raw.ttlMs === 'none') return null;
  const [, pid, fraction, seconds] = TOKEN.exec(wholeValue(raw) ?? '') ?? [];
  const madeMs = Number(seconds) * 1000 + Math.floor(Number(fraction) / 100_000);
  return pid && Math.abs(madeMs - now) < YEARS_10 ? { pid: Number(pid), madeMs } : null;
}
