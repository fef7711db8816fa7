import type { Collector } from '../../collector/types';
import type { Lock } from '../../contract/lock';
import { familyOf } from '../../domain/keys/family';
import type { LockId } from '../../domain/keys/lock-id';
import type { UsualHold } from '../../domain/locks/lock-facts';
import { OVERSTAY_RENEWALS } from '../../domain/locks/overstay';
import type { Db } from '../../history/database/multi-row';
import { type FamilyRef, familyHolds, familyName } from '../../history/queries/family-holds';

/** Holds of so long ago still tell what is usual. */
const WINDOW_MS = 7 * 86_400_000;
/** What is usual changes slowly. */
const ASK_AGAIN_MS = 60_000;
/** Families that are asked for at a time; the others follow, those first of which least is known. */
const AT_ONCE = 100;

/**
 * Tells the collectors what holds of a family usually take, by what history knows: of the locks that one holder has renewed
 * often enough to overstay, and of no others. To be called every few seconds. Rejects when history gives no answer; what was
 * known before stays.
 */
export function createOverstayWatch(
  collectors: () => readonly Pick<Collector, 'target' | 'locks' | 'setUsual'>[],
  db: Db,
  now: () => number,
): () => Promise<void> {
  let known = new Map<string, { usual: UsualHold | null; askedMs: number }>();
  const told = new Set<Pick<Collector, 'setUsual'>>();

  return async () => {
    const all = collectors().map((collector) => ({ collector, families: familiesOf(collector) }));
    const wanted = new Map<string, FamilyRef>();
    for (const { families } of all) for (const ref of families.values()) wanted.set(familyName(ref), ref);
    known = new Map([...known].filter(([name]) => wanted.has(name)));
    const askedMs = (ref: FamilyRef) => known.get(familyName(ref))?.askedMs ?? Number.NEGATIVE_INFINITY;
    const nowMs = now();
    const due = [...wanted.values()]
      .filter((ref) => nowMs - askedMs(ref) >= ASK_AGAIN_MS)
      .sort((a, b) => askedMs(a) - askedMs(b))
      .slice(0, AT_ONCE);
    const holds = await familyHolds(db, due, nowMs - WINDOW_MS, nowMs);
    for (const ref of due) {
      const { count = 0, p99Ms = null, fromMs = null } = holds.get(familyName(ref)) ?? {};
      const windowMs = nowMs - Math.max(fromMs ?? nowMs, nowMs - WINDOW_MS);
      const usual = p99Ms === null ? null : { p99Ms, count, windowMs, atMs: nowMs };
      known.set(familyName(ref), { usual, askedMs: nowMs });
    }
    for (const { collector, families } of all) {
      const usual = new Map<LockId, UsualHold>();
      for (const [id, ref] of families) {
        const of = known.get(familyName(ref))?.usual;
        if (of) usual.set(id, of);
      }
      if (usual.size === 0 && !told.has(collector)) continue;
      if (usual.size > 0) told.add(collector);
      else told.delete(collector);
      collector.setUsual(usual);
    }
  };
}

/** Families of the locks whose holder may overstay: the only one, whose renewals are its own. */
function familiesOf({ target, locks }: Pick<Collector, 'target' | 'locks'>): Map<LockId, FamilyRef> {
  const found = new Map<LockId, FamilyRef>();
  for (const lock of locks())
    if (mayOverstay(lock)) found.set(lock.id, { target: target.name, family: familyOf(lock.key.text) });
  return found;
}

function mayOverstay({ holders, renewal, possible }: Lock): boolean {
  return !possible && holders.length === 1 && renewal.count >= OVERSTAY_RENEWALS;
}
