import type { Lock } from '@/lib/contract/lock';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { type Leads, leadsOf } from './fold-multi-locks';
import type { ShownRow } from './shown-row';

/** The list as last fetched and patched. `key` names filter and order: another key is another list. */
export type FreshList = { key: string; pages: readonly (readonly Lock[])[] };

export type ShownOrder = {
  key: string;
  rows: readonly ShownRow[];
  /** Which of them stand for others. */
  leads: Leads;
  /** Pages the rows were made of: those loaded later are appended even while the order stands. */
  pages: number;
};

/**
 * The rows to show next. Not frozen: the list as it is. Frozen: the same rows in the same places with their cells up to
 * date, rows that left the list as last known, new ones held back, and the same ones standing for others; only further
 * pages are appended. Rows that did not change keep their identity, and so does the whole when nothing changed.
 */
export function nextOrder(shown: ShownOrder | null, fresh: FreshList, frozen: boolean): ShownOrder {
  const stands = shown && frozen && shown.key === fresh.key;
  const rows = stands ? frozenRows(shown, fresh) : freshRows(shown, fresh);
  const leads = leadsOf(rows, stands ? { leads: shown.leads, count: shown.rows.length } : undefined);
  const { key, pages } = { key: fresh.key, pages: fresh.pages.length };
  const isSame =
    shown?.key === key &&
    shown.pages === pages &&
    shown.rows.length === rows.length &&
    rows.every((row, i) => row === shown.rows[i]) &&
    shown.leads.size === leads.size &&
    [...leads].every(([id, lead]) => shown.leads.get(id) === lead);
  return isSame ? shown : { key, rows, leads, pages };
}

/** How many rows would come, go or move if the order were applied now: the least number of moves. */
export function heldChanges(shown: ShownOrder, fresh: FreshList): number {
  if (shown.key !== fresh.key) return 0;
  const position = new Map<LockId, number>();
  for (const lock of locksOf(fresh.pages)) position.set(lock.id, position.size);
  const kept = shown.rows.flatMap(({ lock }) => position.get(lock.id) ?? []);
  const left = shown.rows.length - kept.length;
  const entered = position.size - kept.length;
  return left + entered + (kept.length - longestRise(kept));
}

/** Locks of all pages in order, each once: one that moved to another page between two fetches may be in both. */
export function locksOf(pages: readonly (readonly Lock[])[]): Lock[] {
  const seen = new Set<LockId>();
  return pages.flatMap((page) =>
    page.filter(({ id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    }),
  );
}

function freshRows(shown: ShownOrder | null, fresh: FreshList): ShownRow[] {
  const known = new Map(shown?.rows.map((row) => [row.lock.id, row]));
  return locksOf(fresh.pages).map((lock) => rowOf(lock, known.get(lock.id)));
}

function frozenRows(shown: ShownOrder, fresh: FreshList): ShownRow[] {
  const now = new Map(locksOf(fresh.pages).map((lock) => [lock.id, lock]));
  const rows = shown.rows.map((row) => {
    const lock = now.get(row.lock.id);
    if (lock) return rowOf(lock, row);
    return row.left ? row : { lock: row.lock, left: true };
  });
  if (fresh.pages.length <= shown.pages) return rows;
  const placed = new Set(rows.map(({ lock }) => lock.id));
  const added = locksOf(fresh.pages.slice(shown.pages)).filter(({ id }) => !placed.has(id));
  return [...rows, ...added.map((lock) => ({ lock, left: false }))];
}

function rowOf(lock: Lock, before: ShownRow | undefined): ShownRow {
  return before?.lock === lock && !before.left ? before : { lock, left: false };
}

/** Length of the longest rising run that is left when others are taken out. */
function longestRise(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    ends[low] = value;
  }
  return ends.length;
}
