import { defineFormat } from '../core/format';
import { standingOf } from '../core/shapes';
import { leasesOf } from '../core/zset-leases';

/**
 * A sorted set of deadlines under a name that says lock: a semaphore or a lease table by hand. Who has ended is counted
 * out. How one of them is freed only the application knows, so nothing is offered.
 */
export const expiringMembers = defineFormat({
  id: 'expiring-members',
  library: 'a sorted set of deadlines',
  language: 'any',
  kind: 'semaphore',
  redisType: 'zset',
  names: [],
  recognise({ raw, now, named }) {
    // Redisson keeps the deadlines of permits, map entries and waiters beside what they belong to.
    if (!named || raw.key.endsWith(':timeout') || standingOf({ raw, named }) !== 'lock') return null;
    return (leasesOf(raw, now)?.live.length ?? 0) > 0 ? 'possible' : null;
  },
  alternatives: () => [{ id: 'schedule', library: 'a schedule or a delayed queue' }],
  decode({ raw, now }) {
    const { live, expired } = leasesOf(raw, now) ?? { live: [], expired: 0 };
    const holders = live.map(({ member, ttlMs }) => ({
      token: member,
      tokenUnique: true,
      label: null,
      mode: 'exclusive' as const,
      holdCount: null,
      since: null,
      process: null,
      ttlMs,
    }));
    const permits = { available: null, held: raw.length - expired, expired };
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null, permits };
  },
  healthyFloor: null,
  lateUnlock: 'unknown',
});
