import type { Done } from '@/components/actions/done';
import { isFreed } from '@/components/actions/done';
import { type Next, nextHolderOf } from '@/components/actions/next-holder-of';
import type { Holder } from '@/lib/contract/holder';
import type { Lock, LockEvent } from '@/lib/contract/lock';

/** A lock as it was found after an action. `fromMs`, `toMs` = first and last time that it was found so, epoch ms. */
export type ObservedLock = { fromMs: number; toMs: number } & (
  | { is: 'held'; lock: Lock }
  /** `isLost` = the server lost its data. */
  | { is: 'free'; isLost: boolean }
  /** It could not be read, or the console could not be reached. */
  | { is: 'unknown' }
);

/** All that was found since an action, oldest first. `next` stays once it is known: events are kept for a while only. */
export type ObservedSince = { locks: readonly ObservedLock[]; next: Next | null };

export const NOTHING_OBSERVED: ObservedSince = { locks: [], next: null };

/** A lock that was read: free where nobody holds it. */
export function observedAt(lock: Lock): ObservedLock {
  const atMs = lock.confirmed.atMs;
  const times = { fromMs: atMs, toMs: atMs };
  if (lock.holders.length > 0 && lock.state !== 'lost') return { ...times, is: 'held', lock };
  return { ...times, is: 'free', isLost: lock.state === 'lost' };
}

/** Whether who acquires after this action is watched. */
export function watchesNext(done: Done): boolean {
  return isFreed(done) && !done.isKept;
}

/**
 * With what was found now; the same object when that is nothing new. What is older than the action, or than the last
 * observation, says nothing. Pure.
 */
export function withObserved(
  since: ObservedSince,
  found: ObservedLock | null,
  events: readonly LockEvent[],
  done: Done,
): ObservedSince {
  const next = since.next ?? (watchesNext(done) ? nextHolderOf(events, done) : null);
  const last = since.locks.at(-1);
  if (found === null || found.toMs <= (last?.toMs ?? done.result.atMs)) {
    return next === since.next ? since : { ...since, next };
  }
  if (!last || !isAlike(last, found)) return { next, locks: [...since.locks, found] };
  return { next, locks: [...since.locks.slice(0, -1), { ...found, fromMs: last.fromMs }] };
}

/** When the lease of a holder ends, epoch ms; null = not known. */
export function leaseEndOf(lock: Lock, { ttlMs }: Pick<Holder, 'ttlMs'>): number | 'none' | null {
  if (lock.holders.length > 1 || lock.permits !== null)
    return typeof ttlMs === 'number' ? lock.known.atMs + ttlMs : ttlMs;
  return lock.expiresAtMs === 'none' ? (lock.valueDeadlineMs ?? 'none') : lock.expiresAtMs;
}

function isAlike(one: ObservedLock, other: ObservedLock): boolean {
  if (one.is === 'held' && other.is === 'held') return factsOf(one.lock) === factsOf(other.lock);
  if (one.is === 'free' && other.is === 'free') return one.isLost === other.isLost;
  return one.is === other.is;
}

/** The facts by which two readings of a held lock differ. */
function factsOf(lock: Lock): string {
  const holders = lock.holders.map((holder) => [
    holder.token.text,
    holder.verdict,
    holder.since?.atMs ?? null,
    leaseEndOf(lock, holder),
  ]);
  return JSON.stringify([lock.state, holders]);
}
