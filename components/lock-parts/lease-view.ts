import type { Holder } from '@/lib/contract/holder';
import type { Lock, Vote } from '@/lib/contract/lock';

/**
 * What the lease bar shows at a moment. `due` = the deadline has passed and Redis has not been heard to confirm it;
 * `past` = the deadline written into the value has passed; `over` = a holder's own lease ended while others keep the lock;
 * `own` = every permit has its own; `free` = nobody has one.
 */
export type LeaseView =
  | { is: 'counting'; leftMs: number; share: number | null; tick: number | null }
  | { is: 'due' | 'past' | 'never' | 'absent' | 'unread' | 'over' | 'own' | 'free' };

type Parts = Pick<Lock, 'state' | 'ttlMs' | 'expiresAtMs' | 'valueDeadlineMs' | 'leaseMs' | 'renewal'> &
  Partial<Pick<Lock, 'holders' | 'permits'>>;

export function leaseViewOf(lock: Parts, nowMs: number): LeaseView {
  if (lock.holders?.length === 0 && lock.state !== 'lost' && lock.state !== 'unknown') return { is: 'free' };
  if (lock.state === 'free' || lock.state === 'lost') return { is: 'absent' };
  if (lock.state === 'unknown' || lock.expiresAtMs === null) return { is: 'unread' };
  if (lock.permits && lock.expiresAtMs === 'none') return { is: 'own' };
  const byValue = lock.expiresAtMs === 'none' && lock.valueDeadlineMs !== null;
  const deadlineMs = byValue ? (lock.valueDeadlineMs ?? 0) : lock.expiresAtMs;
  if (deadlineMs === 'none') return { is: 'never' };
  const leftMs = deadlineMs - nowMs;
  if (leftMs <= 0) return { is: byValue ? 'past' : 'due' };
  return { is: 'counting', leftMs, share: shareOf(leftMs, lock), tick: tickOf(lock) };
}

/** The own lease of one holder of a lock that several may hold. */
export function holderLeaseOf(lock: Lock, { ttlMs }: Pick<Holder, 'ttlMs'>, nowMs: number): LeaseView {
  if (lock.holders.length === 1 && lock.permits === null) return leaseViewOf(lock, nowMs);
  if (lock.state === 'unknown' || ttlMs === null) return { is: 'unread' };
  if (ttlMs === 'none') return { is: 'never' };
  if (ttlMs === 0) return { is: 'over' };
  const leftMs = lock.known.atMs + ttlMs - nowMs;
  return leftMs <= 0 ? { is: 'due' } : { is: 'counting', leftMs, share: shareOf(leftMs, lock), tick: null };
}

/** The lease of the key on one node of a Redlock group. */
export function voteLeaseOf(
  lock: Pick<Lock, 'leaseMs'>,
  { vote, ttlMs, readAtMs }: Pick<Vote, 'vote' | 'ttlMs' | 'readAtMs'>,
  nowMs: number,
): LeaseView {
  if (vote === 'no') return { is: 'absent' };
  if (vote === 'unread' || ttlMs === null || readAtMs === null) return { is: 'unread' };
  if (ttlMs === 'none') return { is: 'never' };
  const leftMs = readAtMs + ttlMs - nowMs;
  return leftMs <= 0 ? { is: 'due' } : { is: 'counting', leftMs, share: shareOf(leftMs, lock), tick: null };
}

function shareOf(leftMs: number, { leaseMs }: Pick<Parts, 'leaseMs'>): number | null {
  return leaseMs === null || leaseMs <= 0 ? null : Math.min(1, leftMs / leaseMs);
}

/** Where the TTL stands when a healthy holder renews; only a holder that was seen to renew has such a point. */
function tickOf({ leaseMs, renewal }: Parts): number | null {
  if (!leaseMs || renewal.periodMs === null || renewal.periodMs >= leaseMs) return null;
  return 1 - renewal.periodMs / leaseMs;
}
