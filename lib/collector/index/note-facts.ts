import type { LockId } from '../../domain/keys/lock-id';
import type {
  CrossedWith,
  LockFacts,
  RecordedLease,
  StuckIn,
  UsualHold,
} from '../../domain/locks/lock-facts';
import type { Entry } from './entry-types';
import type { LockIndex } from './lock-index';

type Index = Pick<LockIndex, 'entries' | 'changed'>;

/** Sets the wait cycles that locks are part of: those in `stuck` are in these, all others in none. */
export function noteStuck(index: Index, stuck: ReadonlyMap<LockId, StuckIn>): void {
  note(index, 'stuckIn', stuck, (a, b) => a.certain === b.certain && a.sinceMs === b.sinceMs);
}

/** Sets the usual hold time of the locks' families; for all others it is not known. */
export function noteUsual(index: Index, usual: ReadonlyMap<LockId, UsualHold>): void {
  note(index, 'usual', usual, (a, b) => a.p99Ms === b.p99Ms && a.count === b.count);
}

type Crossed = ReadonlyMap<LockId, CrossedWith>;

/** Shows the locks whose order is another one now, which the index takes from elsewhere whenever it judges a lock. */
export function showCrossed(
  index: Pick<LockIndex, 'entryOf' | 'changed'>,
  before: Crossed,
  now: Crossed,
): void {
  const different = [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id), now.get(id)];
    if (was?.times === is?.times && was?.sinceMs === is?.sinceMs) return [];
    return index.entryOf(id) ?? [];
  });
  index.changed(different);
}

/** Shows the locks of which an earlier watch left a lease open, which the index takes from elsewhere as well. */
export function showRecorded(
  index: Pick<LockIndex, 'entryOf' | 'changed'>,
  recorded: ReadonlyMap<LockId, RecordedLease>,
): void {
  index.changed([...recorded.keys()].flatMap((id) => index.entryOf(id) ?? []));
}

function note<Name extends 'stuckIn' | 'usual'>(
  index: Index,
  name: Name,
  facts: ReadonlyMap<LockId, NonNullable<LockFacts[Name]>>,
  isSame: (a: NonNullable<LockFacts[Name]>, b: NonNullable<LockFacts[Name]>) => boolean,
): void {
  const different: Entry[] = [];
  for (const entry of index.entries()) {
    const was = entry.facts[name] ?? null;
    const is = facts.get(entry.id) ?? null;
    if (was === is) continue;
    entry.facts = { ...entry.facts, [name]: is };
    if (was === null || is === null || !isSame(was, is)) different.push(entry);
  }
  index.changed(different);
}
