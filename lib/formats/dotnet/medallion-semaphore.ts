import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { leasesOf } from '../core/zset-leases';
import { medallionHolder } from './medallion-id';

/** Medallion's semaphore: a sorted set of lock ids by deadline, which lives three leases. How many it admits is not stored. */
export const medallionSemaphore = defineFormat({
  id: 'medallion-semaphore',
  library: 'Medallion semaphore',
  language: 'C#',
  kind: 'semaphore',
  redisType: 'zset',
  names: [],
  recognise({ raw, now }) {
    const [first] = raw.members ?? [];
    if (!first || !medallionHolder(first[0], 'exclusive') || raw.ttlMs === 'none') return null;
    const known = raw.members?.every(([member]) => medallionHolder(member, 'exclusive') !== null);
    return known && leasesOf(raw, now) ? 'certain' : null;
  },
  decode({ raw, now }) {
    const { live, expired } = leasesOf(raw, now) ?? { live: [], expired: 0 };
    const holders = live.flatMap(({ member, ttlMs }) => {
      const holder = medallionHolder(member, 'exclusive');
      return holder ? { ...holder, ttlMs } : [];
    });
    const permits = { available: null, held: raw.length - expired, expired };
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null, permits };
  },
  healthyFloor: { share: 0.7 },
  lateUnlock: 'spares',
  takesMemory: ['extend'],
  release: ({ key, token }) => ({ script: scripts.releaseMember, keys: [key], args: [token] }),
  extend: ({ key, token }, leaseMs) => ({
    script: scripts.extendMember,
    keys: [key],
    args: [token, leaseMs],
  }),
});
