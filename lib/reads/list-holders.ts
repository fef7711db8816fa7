import type { HolderSummary } from '../contract/groups';
import type { Holder } from '../contract/holder';
import type { Lock } from '../contract/lock';
import { holderRefsOf } from '../domain/holders/holder-ref';
import { type FilterTerm, matches } from '../domain/lists/lock-filter';
import { addToGroup, compareGroups, type GrowingGroup, startGroup } from './lock-group';

type Growing = Pick<HolderSummary, 'ref' | 'holder'> & GrowingGroup & { keys: Map<string, Set<string>> };

type FoundHolders = {
  holders: HolderSummary[];
  /** Number of matching holders in all. */
  matched: number;
  /** Locks listed under no holder: they have none, or their token identifies nobody. */
  anonymous: number;
};

/**
 * Holders of the matching locks, each under its widest name, at most `most`. The holder of the most urgent lock comes
 * first.
 */
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
      // A process may hold a lock in several threads: it is one holder of that lock.
      const group = named.get(ref) ?? withLock(found, ref, lock, holder);
      named.set(ref, group);
    }
    if (named.size === 0) anonymous += 1;
    for (const [ref, group] of named) addTokens(group, ref, lock);
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
  const started = { ref, holder, keys: new Map<string, Set<string>>(), ...startGroup(lock) };
  found.set(ref, started);
  return started;
}

/** Stores the key's name under each token of this holder: a Redlock lock has one name on several targets. */
function addTokens({ keys }: Growing, ref: string, { key, holders }: Lock): void {
  for (const holder of holders) {
    const { token, tokenUnique } = holder;
    if (!tokenUnique || !token.exact || holderRefsOf(holder)[0] !== ref) continue;
    const names = keys.get(token.text);
    if (names) names.add(key.text);
    else keys.set(token.text, new Set([key.text]));
  }
}

function summaryOf({ worst: _, keys, holder, ...group }: Growing): HolderSummary {
  const { token, tokenUnique, label, process, verdict, quarantine } = holder;
  let tokenKeys = 1;
  for (const names of keys.values()) tokenKeys = Math.max(tokenKeys, names.size);
  const known = { token, tokenUnique, label, process, verdict, ...(quarantine && { quarantine }) };
  return { ...group, holder: known, tokenKeys };
}
