import type { Lock } from '@/lib/contract/lock';
import type { LockId } from '@/lib/domain/keys/lock-id';

/** SelectionState locks by id, each as last seen, and the row a range starts from. */
export type Selection = { locks: ReadonlyMap<LockId, Lock>; anchor: LockId | null };

export const NO_SELECTION: Selection = { locks: new Map(), anchor: null };

/** What each row of a list stands for: its own lock first, then those folded under it. */
export type StoodFor = readonly (readonly Lock[])[];

/** Takes a row in or out; with `range`, every row between the last one touched and this one. */
export function toggle(
  selection: Selection,
  rows: StoodFor,
  id: LockId,
  { on, range }: { on: boolean; range: boolean },
): Selection {
  const locks = new Map(selection.locks);
  const at = placeOf(rows, id);
  const from = range ? placeOf(rows, selection.anchor) : at;
  const [low, high] = from < 0 ? [at, at] : [Math.min(at, from), Math.max(at, from)];
  if (at < 0) locks.delete(id);
  for (const lock of at < 0 ? [] : rows.slice(low, high + 1).flat()) {
    if (on) locks.set(lock.id, lock);
    else locks.delete(lock.id);
  }
  return { locks, anchor: id };
}

function placeOf(rows: StoodFor, id: LockId | null): number {
  return rows.findIndex(([lock]) => lock?.id === id);
}

export type SelectionState = 'all' | 'some' | 'none';

/** How many of what a row stands for are chosen. */
export function selectionStateOf({ locks }: Selection, row: readonly Lock[]): SelectionState {
  const chosen = row.filter(({ id }) => locks.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === row.length ? 'all' : 'some';
}

/** All of these rows, or none of them; what is chosen elsewhere stays. */
export function toggleAll(selection: Selection, rows: readonly Lock[], on: boolean): Selection {
  const locks = new Map(selection.locks);
  for (const lock of rows) {
    if (on) locks.set(lock.id, lock);
    else locks.delete(lock.id);
  }
  return { locks, anchor: null };
}

/** The chosen locks, those in the list as they are now; `outside` = how many are not in it. */
export function resolve(
  selection: Selection,
  rows: ReadonlyMap<LockId, Lock>,
): { locks: Lock[]; outside: number } {
  let outside = 0;
  const locks = [...selection.locks].map(([id, last]) => {
    const now = rows.get(id);
    if (!now) outside += 1;
    return now ?? last;
  });
  return { locks, outside };
}
