import type { Family } from '../domain/api';
import { familyOf } from '../domain/family';
import type { Lock } from '../domain/lock';
import { type FilterTerm, matches } from '../domain/lock-filter';
import { compareKeys, type SortKey, sortKeyOf } from '../domain/lock-sort';

type Growing = Family & { worst: SortKey };

/** Families of the locks that match, the one with the most urgent lock first. */
export function listFamilies(locks: Iterable<Lock>, terms: readonly FilterTerm[], nowMs: number): Family[] {
  const families = new Map<string, Growing>();
  for (const lock of locks) {
    if (!matches(lock, terms, nowMs)) continue;
    const name = familyOf(lock.key.text);
    const key = sortKeyOf(lock, 'harm');
    const family = families.get(name);
    if (family) add(family, lock, key);
    else families.set(name, { name, ...started(lock), worst: key });
  }
  return [...families.values()]
    .sort((a, b) => compareKeys({ key: a.worst, id: a.name }, { key: b.worst, id: b.name }, true))
    .map(({ worst: _, ...family }) => family);
}

function started(lock: Lock): Omit<Family, 'name'> {
  return {
    count: 1,
    states: { [lock.state]: 1 },
    waiting: lock.waiters.count,
    targets: [lock.target],
    libraries: [libraryOf(lock)],
    worstState: lock.state,
  };
}

function add(family: Growing, lock: Lock, key: SortKey): void {
  family.count += 1;
  family.states[lock.state] = (family.states[lock.state] ?? 0) + 1;
  if (lock.waiters.count !== null) family.waiting = (family.waiting ?? 0) + lock.waiters.count;
  if (!family.targets.includes(lock.target)) family.targets.push(lock.target);
  if (!family.libraries.includes(libraryOf(lock))) family.libraries.push(libraryOf(lock));
  if (compareKeys({ key, id: '' }, { key: family.worst, id: '' }, true) < 0) {
    family.worst = key;
    family.worstState = lock.state;
  }
}

function libraryOf({ format }: Lock): string {
  return format.hint?.library ?? format.library;
}
