import { forcedKeyOf } from '../domain/forced';
import type { RawKey } from '../domain/raw-key';
import { channelOf, fairDeadlinesOf, fairQueueOf, rawNameOfChannel } from '../domain/redisson-names';
import { scripts } from '../redis/scripts.generated';
import { defineFormat } from './format';

const OWNER =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):(-?\d{1,19})(?::[0-9a-f]{32})?$/;
const COUNT = /^[1-9]\d{0,14}$/;

/**
 * Redisson's RLock, and our reentrant lock, which writes the same. Spin, fair, fenced and non-reentrant locks leave the
 * same hash. A release wakes the channel of all and, where a fair queue exists, its live head.
 */
export const redissonLock = defineFormat({
  id: 'redisson-lock',
  library: 'Redisson RLock',
  language: 'Java',
  kind: 'reentrant',
  redisType: 'hash',
  names: [],
  recognise: ({ raw }) => (ownerOf(raw) ? 'likely' : null),
  alternatives: () => [
    { id: 'redisson-fair-lock', library: 'Redisson RFairLock' },
    { id: 'redisson-fenced-lock', library: 'Redisson RFencedLock' },
    { id: 'redisson-spin-lock', library: 'Redisson RSpinLock' },
    { id: 'lockscope-reentrant', library: 'Lockscope reentrant lock' },
  ],
  decode({ raw }) {
    const owner = ownerOf(raw);
    if (!owner) return { holders: [], ttlMs: raw.ttlMs, valueDeadlineMs: null };
    const { token, holdCount, node } = owner;
    const holder = { token, tokenUnique: true, label: null, mode: 'exclusive' as const, holdCount };
    const process = { host: null, pid: null, instance: node };
    return { holders: [{ ...holder, since: null, process }], ttlMs: raw.ttlMs, valueDeadlineMs: null };
  },
  healthyFloor: { share: 2 / 3 },
  channels: { pattern: 'redisson_lock__channel:*', channelOf, keysOf: rawNameOfChannel },
  release: ({ key, token, seen }) => ({
    script: scripts.forceReleaseReentrant,
    keys: [key, fairQueueOf(key), fairDeadlinesOf(key)],
    args: [token, seen.holdCount ?? 0, channelOf(key), 'PUBLISH', forcedKeyOf(key, token)],
  }),
  extend: ({ key, token, seen }, leaseMs) => ({
    script: scripts.extendReentrant,
    keys: [key],
    args: [token, leaseMs, seen.holdCount ?? 0],
  }),
});

function ownerOf({ type, hash, length }: RawKey) {
  const [field, ...others] = hash ?? [];
  if (type !== 'hash' || !field || others.length > 0 || length !== 1) return null;
  const [token, count] = field;
  const node = OWNER.exec(token)?.[1];
  return node && COUNT.test(count) ? { token, holdCount: Number(count), node } : null;
}
