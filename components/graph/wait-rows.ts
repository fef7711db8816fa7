import type { WaitEdge, WaitGraph, WaitLock, WaitParty } from '@/lib/contract/graph';
import { STATE_RANK } from '@/lib/domain/lists/lock-sort';
import { cycleEdges, edgeName } from './cycle-steps';
import { indexOf } from './wait-index';

/** One wait: who, for what, and who has it. */
export type WaitRow = {
  id: string;
  wait: WaitEdge;
  waiter: WaitParty;
  lock: WaitLock;
  /** None = nobody with a name has it. */
  holders: WaitParty[];
  inCycle: boolean;
};

export const WAIT_SORTS = ['waiter', 'lock', 'state', 'holder', 'place', 'since'] as const;
export type WaitSort = (typeof WAIT_SORTS)[number];

/** Every wait of a graph, in the order of its locks and their queues. */
export function waitRowsOf(graph: WaitGraph): WaitRow[] {
  const index = indexOf(graph);
  const ring = cycleEdges(graph.cycles, index);
  return graph.locks.flatMap((lock) => {
    const holders = index.holdersOf(lock.id).flatMap(({ party }) => index.party(party) ?? []);
    return index.waitersOf(lock.id).flatMap((wait) => {
      const waiter = index.party(wait.party);
      const name = edgeName('wait', wait);
      return waiter ? [{ id: name, wait, waiter, lock, holders, inCycle: ring.has(name) }] : [];
    });
  });
}

/** Rows in another order; what has no value stands last, both ways. `nameOf` = what a party is called on the screen. */
export function sortRows(
  rows: readonly WaitRow[],
  sort: WaitSort,
  desc: boolean,
  nameOf: (party: WaitParty) => string,
): WaitRow[] {
  const sortValueOf = ({ wait, waiter, lock, holders }: WaitRow): string | number | null => {
    if (sort === 'waiter') return nameOf(waiter);
    if (sort === 'lock') return lock.key.text;
    if (sort === 'state') return STATE_RANK[lock.state];
    if (sort === 'holder') return holders[0] ? nameOf(holders[0]) : null;
    return sort === 'place' ? wait.place : wait.sinceMs;
  };
  return rows
    .map((row) => ({ row, value: sortValueOf(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return (desc ? -1 : 1) * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
