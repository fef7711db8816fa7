import type { LockGroup } from '../contract/groups';
import type { Lock } from '../contract/lock';
import { compareKeys, type SortKey, sortKeyOf } from '../domain/lists/lock-sort';
import { sumOfKnown } from '../domain/values/counted';

/** A group while locks are added; `worst` = sort key of its most urgent lock. */
export type GrowingGroup = LockGroup & { worst: SortKey };

export function startGroup(lock: Lock): GrowingGroup {
  return {
    count: 1,
    states: { [lock.state]: 1 },
    waiting: lock.waiters.count,
    targets: [lock.target],
    libraries: [libraryOf(lock)],
    worstState: lock.state,
    worst: sortKeyOf(lock, 'harm'),
  };
}

/** Adds a lock. True = it is the most urgent one so far. */
export function addToGroup(group: GrowingGroup, lock: Lock): boolean {
  group.count += 1;
  group.states[lock.state] = (group.states[lock.state] ?? 0) + 1;
  group.waiting = sumOfKnown([group.waiting, lock.waiters.count]);
  if (!group.targets.includes(lock.target)) group.targets.push(lock.target);
  if (!group.libraries.includes(libraryOf(lock))) group.libraries.push(libraryOf(lock));
  const key = sortKeyOf(lock, 'harm');
  if (compareKeys({ key, id: '' }, { key: group.worst, id: '' }, true) >= 0) return false;
  group.worst = key;
  group.worstState = lock.state;
  return true;
}

/** Compares groups: the group with the most urgent lock comes first. */
export function compareGroups<Group extends GrowingGroup>(
  nameOf: (group: Group) => string,
): (a: Group, b: Group) => number {
  return (a, b) => compareKeys({ key: a.worst, id: nameOf(a) }, { key: b.worst, id: nameOf(b) }, true);
}

function libraryOf({ format }: Lock): string {
  return format.hint?.library ?? format.library;
}
