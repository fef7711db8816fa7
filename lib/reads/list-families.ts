import type { Family } from '../contract/groups';
import type { Lock } from '../contract/lock';
import { familyOf } from '../domain/keys/family';
import { type FilterTerm, matches } from '../domain/lists/lock-filter';
import { addToGroup, compareGroups, type GrowingGroup, startGroup } from './lock-group';

type Growing = Family & GrowingGroup;

/** Families of the matching locks; the family with the most urgent lock comes first. */
export function listFamilies(locks: Iterable<Lock>, terms: readonly FilterTerm[], nowMs: number): Family[] {
  const families = new Map<string, Growing>();
  for (const lock of locks) {
    if (!matches(lock, terms, nowMs)) continue;
    const name = familyOf(lock.key.text);
    const family = families.get(name);
    if (family) addToGroup(family, lock);
    else families.set(name, { name, ...startGroup(lock) });
  }
  return [...families.values()]
    .sort(compareGroups(({ name }) => name))
    .map(({ worst: _, ...family }) => family);
}
