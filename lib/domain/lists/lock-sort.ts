import type { LockSort, LockState } from '../../contract/codes';
import { descByDefault } from '../../contract/codes';
import type { Lock } from '../../contract/lock';
import { numberOrNull } from '../values/counted';

/** How urgently a state needs attention; higher is worse. */
export const STATE_RANK: Record<LockState, number> = {
  lost: 5,
  'at-risk': 4,
  contended: 3,
  unknown: 2,
  held: 1,
  free: 0,
};

/** The values that a lock is sorted by, apart from its id. Serialisable as JSON; null = not known. */
export type SortKey = readonly (number | string | null)[];

/**
 * Sort key of a lock. `harm` = state, then waiter-seconds, then waiters; `verdict` = state alone; `age` uses start
 * times, so that the order stays the same while nothing changes.
 */
export function sortKeyOf(lock: Lock, sort: LockSort): SortKey {
  switch (sort) {
    case 'harm':
      return [STATE_RANK[lock.state], lock.waiterSeconds, numberOrNull(lock.waiters.count)];
    case 'verdict':
      return [STATE_RANK[lock.state]];
    case 'key':
      return [lock.key.text];
    case 'waiters':
      return [numberOrNull(lock.waiters.count)];
    case 'age': {
      const since = lock.holders.flatMap((holder) => (holder.since ? [-holder.since.atMs] : []));
      return [since.length === 0 ? null : Math.max(...since)];
    }
    case 'ttl':
      return [lock.expiresAtMs === 'none' ? Number.MAX_VALUE : lock.expiresAtMs];
  }
}

/** Total order of two keys; unknown values come last in both directions, and equal keys are ordered by id. */
export function compareKeys(
  a: { key: SortKey; id: string },
  b: { key: SortKey; id: string },
  desc: boolean,
): number {
  for (let i = 0; i < Math.max(a.key.length, b.key.length); i++) {
    const [left, right] = [a.key[i] ?? null, b.key[i] ?? null];
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right === desc ? 1 : -1;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Comparator of whole locks, for small lists. */
export function compareLocks(sort: LockSort, desc = descByDefault(sort)): (a: Lock, b: Lock) => number {
  return (a, b) =>
    compareKeys({ key: sortKeyOf(a, sort), id: a.id }, { key: sortKeyOf(b, sort), id: b.id }, desc);
}
