import type { HoldEdge, WaitEdge, WaitGraph, WaitLock, WaitParty } from '@/lib/contract/graph';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { type Count, countOf, isSome, UNKNOWN } from '@/lib/domain/values/counted';

/** A graph to look things up in; edges whose ends are not in it are left out. */
export type WaitIndex = {
  party(ref: string): WaitParty | undefined;
  lock(id: LockId): WaitLock | undefined;
  /** Locks that it has and that somebody waits for. */
  wantedOf(ref: string): readonly HoldEdge[];
  holdersOf(id: LockId): readonly HoldEdge[];
  waitsOf(ref: string): readonly WaitEdge[];
  /** By their place in the queue, then whoever waits longest. */
  waitersOf(id: LockId): readonly WaitEdge[];
  /** How many wait beside those that are named. */
  unnamedOf(id: LockId): Count;
};

const NONE: readonly never[] = [];

export function indexOf(graph: WaitGraph): WaitIndex {
  const parties = new Map(graph.parties.map((party) => [party.ref, party]));
  const locks = new Map(graph.locks.map((lock) => [lock.id, lock]));
  const isWhole = ({ party, lock }: HoldEdge | WaitEdge) => parties.has(party) && locks.has(lock);
  const holds = graph.holds.filter(isWhole);
  const waits = graph.waits.filter(isWhole).sort(byPlace);
  const holdersOf = groupBy(holds, ({ lock }) => lock);
  const waitersOf = groupBy(waits, ({ lock }) => lock);
  const waitsOf = groupBy(waits, ({ party }) => party);
  const isWanted = (id: LockId) => waitersOf.has(id) || isSome(locks.get(id)?.waiting ?? UNKNOWN);
  const wantedOf = groupBy(
    holds.filter(({ lock }) => isWanted(lock)),
    ({ party }) => party,
  );
  return {
    party: (ref) => parties.get(ref),
    lock: (id) => locks.get(id),
    wantedOf: (ref) => wantedOf.get(ref) ?? NONE,
    holdersOf: (id) => holdersOf.get(id) ?? NONE,
    waitsOf: (ref) => waitsOf.get(ref) ?? NONE,
    waitersOf: (id) => waitersOf.get(id) ?? NONE,
    unnamedOf: (id) => {
      const waiting = countOf(locks.get(id)?.waiting);
      const named = waitersOf.get(id)?.length ?? 0;
      return waiting.known ? { known: true, count: Math.max(0, waiting.count - named) } : waiting;
    },
  };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function byPlace(a: WaitEdge, b: WaitEdge): number {
  const place = ({ place }: WaitEdge) => place ?? Number.MAX_SAFE_INTEGER;
  const since = ({ sinceMs }: WaitEdge) => sinceMs ?? Number.MAX_SAFE_INTEGER;
  return place(a) - place(b) || since(a) - since(b);
}
