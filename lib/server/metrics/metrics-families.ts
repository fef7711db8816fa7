import type { Lock } from '../../contract/lock';
import type { DisplayText } from '../../domain/keys/bytes';
import { familyOf } from '../../domain/keys/family';
import { numberOrNull } from '../../domain/values/counted';

/** Families of one target that have series of their own at one time; the rest is `OTHER`. */
export const MOST_FAMILIES = 50;
export const OTHER = 'other';
const LABEL_LIMIT = 120;

/** Sums over the locks of one family; null = no waiter of it can be counted. */
export type FamilySums = {
  family: string;
  locks: number;
  waiting: number | null;
  /** Waiters × seconds in the last 15 minutes. */
  waiterSeconds: number | null;
};

/** A lock's key for a screen is one object as long as the lock is known: its family is worked out once. */
const known = new WeakMap<DisplayText, string>();

/** The family of a lock as the value of a label: never empty, and at most 121 characters. */
export function familyLabelOf({ key }: Pick<Lock, 'key'>): string {
  const before = known.get(key);
  if (before !== undefined) return before;
  const name = familyOf(key.text) || '(empty)';
  const cut = name.slice(0, LABEL_LIMIT).replace(/[\ud800-\udbff]$/, '');
  const label = name.length > LABEL_LIMIT ? `${cut}…` : name;
  known.set(key, label);
  return label;
}

/** Adds a lock to sums. */
export function addLock(sums: FamilySums, { waiters, waiterSeconds }: Lock): void {
  addSums(sums, { locks: 1, waiting: numberOrNull(waiters.count), waiterSeconds });
}

export function emptySums(family: string): FamilySums {
  return { family, locks: 0, waiting: null, waiterSeconds: null };
}

/**
 * Chooses the families that are told by name, again and again: those that clients waited for most, then those with most
 * locks. The upper half is as the ranking says; one that has a place of the lower half keeps it until it falls behind
 * twice as many families as there are places, so that two of about equal rank do not take turns.
 */
export function createFamilyChoice(most = MOST_FAMILIES): (all: Iterable<FamilySums>) => FamilySums[] {
  let shown: ReadonlySet<string> = new Set();
  return (all) => {
    const rest = emptySums(OTHER);
    const ranked: FamilySums[] = [];
    for (const sums of all) {
      const dropped = sums.family === OTHER ? sums : insert(ranked, sums, most * 2);
      if (dropped) addSums(rest, dropped);
    }
    const sure = ranked.slice(0, Math.ceil(most / 2));
    const others = ranked.slice(sure.length);
    const chosen = [
      ...sure,
      ...others.filter(({ family }) => shown.has(family)),
      ...others.filter(({ family }) => !shown.has(family)),
    ];
    for (const sums of chosen.slice(most)) addSums(rest, sums);
    const named = chosen.slice(0, most);
    shown = new Set(named.map(({ family }) => family));
    return rest.locks > 0 ? [...named, rest] : named;
  };
}

/** Puts it where it ranks among the first `most`; returns what has no room. */
function insert(ranked: FamilySums[], sums: FamilySums, most: number): FamilySums | null {
  const last = ranked.at(-1);
  if (ranked.length === most && last && compare(last, sums) <= 0) return sums;
  let [from, to] = [0, ranked.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const there = ranked[middle];
    if (there && compare(there, sums) <= 0) from = middle + 1;
    else to = middle;
  }
  ranked.splice(from, 0, sums);
  return ranked.length > most ? (ranked.pop() ?? null) : null;
}

function compare(a: FamilySums, b: FamilySums): number {
  return (
    (b.waiterSeconds ?? 0) - (a.waiterSeconds ?? 0) || b.locks - a.locks || (a.family < b.family ? -1 : 1)
  );
}

function addSums(to: FamilySums, { locks, waiting, waiterSeconds }: Omit<FamilySums, 'family'>): void {
  to.locks += locks;
  if (waiting !== null) to.waiting = (to.waiting ?? 0) + waiting;
  if (waiterSeconds !== null) to.waiterSeconds = (to.waiterSeconds ?? 0) + waiterSeconds;
}
