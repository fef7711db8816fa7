import type { Lock } from '@/lib/contract/lock';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { compareKeys, sortKeyOf } from '@/lib/domain/lists/lock-sort';
import type { ShownRow } from './shown-row';

/**
 * The locks that one token has on several keys, as the parts of a multi-lock: each with the one whose row stands for all
 * of them. Locks that are alone are not in it.
 */
export type Leads = ReadonlyMap<LockId, LockId>;

/** What a row of the folded list is beside its lock; a lock that is alone has none. */
export type Fold = { is: 'lead'; others: readonly Lock[]; isOpen: boolean } | { is: 'part' };

type FoldedList = { rows: readonly ShownRow[]; folds: ReadonlyMap<LockId, Fold> };

const NO_FOLDS: ReadonlyMap<LockId, Fold> = new Map();

/**
 * Who stands for whom: the most urgent lock of each token, the first of these rows among equals. With `kept`, its rows
 * stay as they were, whatever became of them, and only rows after the first `count` are added.
 */
export function leadsOf(rows: readonly ShownRow[], kept?: { leads: Leads; count: number }): Leads {
  const leads = new Map(kept?.leads);
  const standing = new Map<string, Lock>();
  for (const { lock } of rows.slice(0, kept?.count ?? 0)) {
    const name = multiLockOf(lock);
    const isHidden = (leads.get(lock.id) ?? lock.id) !== lock.id;
    if (name !== null && !isHidden && !standing.has(name)) standing.set(name, lock);
  }
  for (const [name, locks] of byMultiLock(rows.slice(kept?.count ?? 0))) {
    const lead = standing.get(name) ?? locks.reduce(moreUrgent);
    if (locks.length === 1 && locks[0] === lead) continue;
    for (const { id } of [lead, ...locks]) leads.set(id, lead.id);
  }
  return leads;
}

/** The rows to show: of a multi-lock the lead alone, or all of them under it when the lead is among the `open`. */
export function foldRows(rows: readonly ShownRow[], leads: Leads, open: ReadonlySet<LockId>): FoldedList {
  if (leads.size === 0) return { rows, folds: NO_FOLDS };
  const parts = new Map<LockId, ShownRow[]>();
  for (const row of rows) {
    const lead = leads.get(row.lock.id);
    if (lead === undefined || lead === row.lock.id) continue;
    const under = parts.get(lead);
    if (under) under.push(row);
    else parts.set(lead, [row]);
  }
  const folds = new Map<LockId, Fold>();
  const shown = rows.flatMap((row) => {
    const { id } = row.lock;
    const under = parts.get(id);
    if (!under) return leads.has(id) ? [] : row;
    const isOpen = open.has(id);
    folds.set(id, { is: 'lead', others: under.map(({ lock }) => lock), isOpen });
    if (!isOpen) return row;
    for (const { lock } of under) folds.set(lock.id, { is: 'part' });
    return [row, ...under];
  });
  return { rows: shown, folds };
}

/** The locks that each row stands for, its own first: a closed multi-lock for all of its own. */
export function stoodFor({ rows, folds }: FoldedList): (readonly Lock[])[] {
  return rows.map(({ lock }) => {
    const fold = folds.get(lock.id);
    return fold?.is === 'lead' && !fold.isOpen ? [lock, ...fold.others] : [lock];
  });
}

/** Opens or closes the multi-lock of this lead; by all its locks, so that it stays open when another one leads. */
export function toggleFold(
  open: ReadonlySet<LockId>,
  lead: LockId,
  folds: ReadonlyMap<LockId, Fold>,
): ReadonlySet<LockId> {
  const fold = folds.get(lead);
  if (fold?.is !== 'lead') return open;
  const next = new Set(open);
  for (const id of [lead, ...fold.others.map((lock) => lock.id)]) {
    if (fold.isOpen) next.delete(id);
    else next.add(id);
  }
  return next;
}

export function isSameFold(a: Fold | undefined, b: Fold | undefined): boolean {
  if (a?.is !== 'lead' || b?.is !== 'lead') return a?.is === b?.is;
  return a.isOpen === b.isOpen && a.others.length === b.others.length;
}

/**
 * Names the token that alone has the lock; null = none does, or anybody may write the same one. Within one database: there
 * every lock is another key, while one key on several targets is a Redlock group.
 */
function multiLockOf({ target, db, holders }: Lock): string | null {
  const [holder] = holders;
  if (holders.length !== 1 || !holder?.tokenUnique || !holder.token.exact) return null;
  return `${target}.${db} ${holder.token.text}`;
}

function byMultiLock(rows: readonly ShownRow[]): Map<string, Lock[]> {
  const found = new Map<string, Lock[]>();
  for (const { lock } of rows) {
    const name = multiLockOf(lock);
    if (name === null) continue;
    const locks = found.get(name);
    if (locks) locks.push(lock);
    else found.set(name, [lock]);
  }
  return found;
}

function moreUrgent(a: Lock, b: Lock): Lock {
  const place = (lock: Lock) => ({ key: sortKeyOf(lock, 'harm'), id: '' });
  return compareKeys(place(b), place(a), true) < 0 ? b : a;
}
