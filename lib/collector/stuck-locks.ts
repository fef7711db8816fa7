import type { StuckIn } from '../domain/lock-facts';
import type { LockId } from '../domain/lock-id';
import type { Entry } from './entry';
import type { LockIndex } from './lock-index';

/** Notes the cycles of waits that locks are part of: those of `stuck` are in these, all others in none. */
export function markStuck(
  index: Pick<LockIndex, 'entries' | 'changed'>,
  stuck: ReadonlyMap<LockId, StuckIn>,
): void {
  const different: Entry[] = [];
  for (const entry of index.entries()) {
    const stuckIn = stuck.get(entry.id) ?? null;
    if (isSame(entry.facts.stuckIn ?? null, stuckIn)) continue;
    entry.facts = { ...entry.facts, stuckIn };
    different.push(entry);
  }
  index.changed(different);
}

function isSame(a: StuckIn | null, b: StuckIn | null): boolean {
  return a === b || (a?.certain === b?.certain && a?.sinceMs === b?.sinceMs);
}
