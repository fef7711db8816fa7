import type { Lock } from '@/lib/domain/lock';

/**
 * What the lease bar shows at a moment. `due` = the deadline has passed and Redis has not been heard to confirm it;
 * `past` = the deadline written into the value has passed.
 */
export type LeaseView =
  | { is: 'counting'; leftMs: number; share: number | null; tick: number | null }
  | { is: 'due' | 'past' | 'never' | 'absent' | 'unread' };

type Parts = Pick<Lock, 'state' | 'ttlMs' | 'expiresAtMs' | 'valueDeadlineMs' | 'leaseMs' | 'renewal'>;

export function leaseViewOf(lock: Parts, nowMs: number): LeaseView {
  if (lock.state === 'free' || lock.state === 'lost') return { is: 'absent' };
  if (lock.state === 'unknown' || lock.expiresAtMs === null) return { is: 'unread' };
  const byValue = lock.expiresAtMs === 'none' && lock.valueDeadlineMs !== null;
  const deadlineMs = byValue ? (lock.valueDeadlineMs ?? 0) : lock.expiresAtMs;
  if (deadlineMs === 'none') return { is: 'never' };
  const leftMs = deadlineMs - nowMs;
  if (leftMs <= 0) return { is: byValue ? 'past' : 'due' };
  return { is: 'counting', leftMs, share: shareOf(leftMs, lock), tick: tickOf(lock) };
}

function shareOf(leftMs: number, { leaseMs }: Parts): number | null {
  return leaseMs === null || leaseMs <= 0 ? null : Math.min(1, leftMs / leaseMs);
}

/** Where the TTL stands when a healthy holder renews; only a holder that was seen to renew has such a point. */
function tickOf({ leaseMs, renewal }: Parts): number | null {
  if (!leaseMs || renewal.periodMs === null || renewal.periodMs >= leaseMs) return null;
  return 1 - renewal.periodMs / leaseMs;
}
