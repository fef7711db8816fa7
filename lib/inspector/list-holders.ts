import type { HolderSummary } from '../domain/api';
import { holderRefsOf } from '../domain/holder-ref';
import type { Holder, Lock } from '../domain/lock';
import { type FilterTerm, matches } from '../domain/lock-filter';
import { addToGroup, compareGroups, type GrowingGroup, startGroup } from './lock-group';

type Growing = Pick<HolderSummary, 'ref' | 'holder'> & GrowingGroup & { keys: Map<string, number> };

export type FoundHolders = {
  holders: HolderSummary[];
  /** How many there are in all. */
  matched: number;
  /** Locks that stand under no holder: nothing tells theirs from others, or they have none. */
  anonymous: number;
};

/** Who holds the locks that match, each under its widest name, the one with the most urgent lock first, at most `most`. */
export function listHolders(
  locks: Iterable<Lock>,
  terms: readonly FilterTerm[],
  nowMs: number,
  most: number,
): FoundHolders {
  const found = new Map<string, Growing>();
  let anonymous = 0;
  for (const lock of locks) {
    if (!matches(lock, terms, nowMs)) continue;
    const named = new Map<string, Growing>();
    for (const holder of lock.holders) {
      const [ref] = holderRefsOf(holder);
      if (ref === undefined) continue;
      // One process may have a lock in several threads: it is one holder of it.
      const group = named.get(ref) ?? withLock(found, ref, lock, holder);
      named.set(ref, group);
    }
    if (named.size === 0) anonymous += 1;
    for (const [ref, group] of named) countTokens(group, ref, lock.holders);
  }
  const groups = [...found.values()].sort(compareGroups(({ ref }) => ref));
  return { holders: groups.slice(0, most).map(summaryOf), matched: groups.length, anonymous };
}

function withLock(found: Map<string, Growing>, ref: string, lock: Lock, holder: Holder): Growing {
  const group = found.get(ref);
  if (group) {
    if (addToGroup(group, lock)) group.holder = holder;
    return group;
  }
  const started = { ref, holder, keys: new Map<string, number>(), ...startGroup(lock) };
  found.set(ref, started);
  return started;
}

/** A token counts once a lock, however many of its holders write it. */
function countTokens({ keys }: Growing, ref: string, holders: readonly Holder[]): void {
  const tokens = new Set<string>();
  for (const holder of holders) {
    const { token, tokenUnique } = holder;
    if (tokenUnique && token.exact && holderRefsOf(holder)[0] === ref) tokens.add(token.text);
  }
  for (const text of tokens) keys.set(text, (keys.get(text) ?? 0) + 1);
}

function summaryOf({ worst: _, keys, holder, ...group }: Growing): HolderSummary {
  const { token, tokenUnique, label, process, verdict } = holder;
  let tokenKeys = 1;
  for (const count of keys.values()) tokenKeys = Math.max(tokenKeys, count);
  return { ...group, holder: { token, tokenUnique, label, process, verdict }, tokenKeys };
}
