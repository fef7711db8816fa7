import type { Collector } from '../../collector/types';
import type { Evidence } from '../../contract/finding';
import type { Holder } from '../../contract/holder';
import type { LockId } from '../../domain/keys/lock-id';
import type { StuckIn } from '../../domain/locks/lock-facts';
import { waitCycles } from '../../domain/wait-graph/build-wait-graph';
import type { FoundCycle } from '../../domain/wait-graph/wait-cycles';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';

/** Locks and queues are read one after the other: what is true stays so for this long. */
const SETTLED_MS = { certain: 2_000, possible: 10_000 };
/** Most lines of evidence of one cycle. */
const LINES = 16;

/**
 * Looks for cycles of waits over the locks of all these collectors and tells each which of its locks are in one. A cycle
 * counts once all of its holds and waits were seen unchanged for two seconds, and for ten where it need not be a deadlock;
 * it is taken back at the first look that does not find it. To be called once a second.
 */
export function createCycleWatch(collectors: () => readonly Collector[], now: () => number): () => void {
  let sinceOf = new Map<string, number>();
  let marked = false;

  return () => {
    const all = collectors();
    const waits = all.flatMap((collector) => collector.waits());
    const cycles =
      waits.length < 2
        ? []
        : waitCycles({
            locks: all.flatMap((collector) => collector.locks().filter(({ possible }) => !possible)),
            waits,
          });
    const nowMs = now();
    const next = new Map<string, number>();
    const stuck = new Map<LockId, StuckIn>();
    for (const cycle of cycles) {
      const name = nameOf(cycle);
      const sinceMs = sinceOf.get(name) ?? nowMs;
      next.set(name, sinceMs);
      if (nowMs - sinceMs < (cycle.certain ? SETTLED_MS.certain : SETTLED_MS.possible)) continue;
      for (const [i, id] of cycle.locks.entries()) {
        if (!stuck.has(id))
          stuck.set(id, { certain: cycle.certain, sinceMs, evidence: evidenceOf(cycle, i) });
      }
    }
    sinceOf = next;
    if (stuck.size === 0 && !marked) return;
    marked = stuck.size > 0;
    for (const collector of all) collector.setStuck(stuck);
  };
}

/** Equal only while everybody has and wants the same. */
function nameOf({ certain, wants, holds }: FoundCycle): string {
  const links = wants.map(({ party, lock }, i) => {
    const { token, since } = holds[i]?.holder ?? {};
    return [party, lock, token?.text, since?.atMs];
  });
  return JSON.stringify([certain, links]);
}

/** Who waits for whom, beginning with this lock. */
function evidenceOf({ certain, wants, holds }: FoundCycle, first: number): Evidence[] {
  const turn = <T>(list: readonly T[]) => [...list.slice(first), ...list.slice(0, first)];
  const [ours, theirs] = [turn(wants), turn(holds)];
  return ours.slice(0, LINES).flatMap(({ wait }, i): Evidence[] => {
    const hold = theirs[i];
    if (!hold) return [];
    const { key, id } = hold.lock;
    const values = { ...named('waiter', wait), key: key.text, lock: id, ...named('holder', hold.holder) };
    return [{ code: 'waits-for', values, tone: certain ? 'lost' : 'at-risk', known: wait.known }];
  });
}

/** A name, and whether it is one that everybody sees: any other is a token, or a part of one. */
function named<N extends 'waiter' | 'holder'>(name: N, { label, token, process }: NamedWait | Holder) {
  const text = label ?? token?.text ?? process?.instance ?? '';
  return { [name]: text, ...(label !== null && { [`${name}Is`]: 'label' }) };
}
