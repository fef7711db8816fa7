import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { type Decoded, defineFormat, type Observation, type QueuePlace } from '../core/format';
import { timeOf } from '../generic/timestamp-value';

const NAME = 'rql:lock:';
const ACQUIRER = /^rql:acq:(\d{1,10})\/\d+\/\d+\/\d+\/(\S{1,64})$/;
/** How long a request stays in the queue unless it is renewed, by default. */
const QUEUE_TTL_MS = 15_000;

/**
 * redis_queued_locks: who has it, since when and for how long in a hash, who waits in a sorted set. The library's own
 * unlock empties the queue too; here it stays, so that waiters keep their places.
 */
export const redisQueuedLock = defineFormat({
  id: 'redis-queued-lock',
  library: 'redis_queued_locks',
  language: 'Ruby',
  kind: 'fair',
  redisType: 'hash',
  names: [],
  companions: { of: ({ key }) => (key.includes(NAME) ? [queueOf(key)] : []), always: true },
  recognise: ({ raw, now }) => (raw.key.includes(NAME) && parse(raw, now) ? 'certain' : null),
  decode(sight) {
    const { raw, now } = sight;
    const made = parse(raw, now);
    const decoded: Decoded = { holders: [], ttlMs: raw.ttlMs, valueDeadlineMs: null };
    if (!made) return decoded;
    const { token, atMs, entered, ...process } = made;
    const holder = { token, tokenUnique: true, tokenReused: true, label: null, mode: 'exclusive' as const };
    const queue = waitersIn(sight);
    // Re-entries are counted, but never counted down.
    const holdCount = entered ? null : 1;
    const since = atMs === null ? null : { atMs, atLeast: false };
    decoded.holders = [{ ...holder, holdCount, since, process: { host: null, ...process } }];
    return queue ? { ...decoded, queue } : decoded;
  },
  waiterProcessOf(token) {
    const [, pid, instance = ''] = ACQUIRER.exec(token) ?? [];
    return pid ? { host: null, pid: Number(pid), instance } : null;
  },
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps'],
  release({ key, seen, sight: { raw } }) {
    if (!raw.hash || raw.hash.length !== raw.length) return null;
    return {
      script: scripts.releaseContents,
      keys: [key],
      args: ['hash', seen.deadlineMs, ...raw.hash.flat()],
    };
  },
  extend: ({ key, token, seen }, leaseMs) => ({
    script: scripts.extendHashField,
    keys: [key],
    args: ['acq_id', token, leaseMs, seen.deadlineMs],
  }),
});

function parse({ hash }: RawKey, now: number) {
  const fields = new Map(hash ?? []);
  const token = fields.get('acq_id') ?? '';
  const [, pid, instance = ''] = ACQUIRER.exec(token) ?? [];
  if (!pid) return null;
  const atMs = timeOf((fields.get('ts') ?? '').replace(/(\.\d{9})\d+$/, '$1'), now);
  return { token, atMs, entered: fields.has('spc_cnt'), pid: Number(pid), instance };
}

function queueOf(key: ByteString): ByteString {
  return key.replace(NAME, 'rql:lock_queue:');
}

function waitersIn({ raw, companions, now }: Observation): Decoded['queue'] {
  const queue = companions.get(queueOf(raw.key));
  if (!queue || (queue.type !== 'zset' && queue.type !== 'none')) return undefined;
  const places = (queue.members ?? []).map(([token, score]): QueuePlace => {
    const deadlineMs = Number.isFinite(score) ? Math.round(score * 1000) + QUEUE_TTL_MS : null;
    return { token, deadlineMs, ghost: deadlineMs !== null && deadlineMs < now };
  });
  const ghosts = places.filter(({ ghost }) => ghost).length;
  return { live: queue.length - ghosts, ghosts, places };
}
