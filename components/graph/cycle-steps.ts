import type { WaitCycle, WaitLock, WaitParty } from '@/lib/contract/graph';
import type { WaitIndex } from './wait-index';

/** `waiter` waits for `lock`, which `holder` has. */
export type CycleStep = { waiter: WaitParty; lock: WaitLock; holder: WaitParty };

/** A cycle as steps, each beginning with who has what the one before it waits for; the last one ends where the first begins. */
export function stepsOf({ parties, locks }: WaitCycle, index: WaitIndex): CycleStep[] {
  return parties.flatMap((ref, at) => {
    const waiter = index.party(ref);
    const lock = index.lock(locks[at] ?? '');
    const holder = index.party(parties[(at + 1) % parties.length] ?? ref);
    return waiter && lock && holder ? [{ waiter, lock, holder }] : [];
  });
}

/** Name of an edge, for sets of them. */
export function edgeName(kind: 'hold' | 'wait', { party, lock }: { party: string; lock: string }): string {
  return JSON.stringify([kind, party, lock]);
}

/** Edges of all cycles, by `edgeName`. */
export function cycleEdges(cycles: readonly WaitCycle[], index: WaitIndex): ReadonlySet<string> {
  const steps = cycles.flatMap((cycle) => stepsOf(cycle, index));
  return new Set(
    steps.flatMap(({ waiter, lock, holder }) => [
      edgeName('wait', { party: waiter.ref, lock: lock.id }),
      edgeName('hold', { party: holder.ref, lock: lock.id }),
    ]),
  );
}
