import type { WaitGraph } from '@/lib/contract/graph';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { indexOf } from './wait-index';

/** So many boxes a picture can show and still be read. */
export const NODE_LIMIT = 150;

type LimitedGraph = {
  graph: WaitGraph;
  /** Locks and parties that are shown, and that there are. */
  shown: number;
  total: number;
};

/**
 * As much of a graph as has at most `limit` nodes: the lock `first`, what is in a cycle, then the locks in their order, each with its
 * holders and as many of its waiters as fit, the next first. What nobody waits for and nobody who waits has is left out.
 */
export function limitGraph(graph: WaitGraph, limit = NODE_LIMIT, first: LockId | null = null): LimitedGraph {
  const index = indexOf(graph);
  const isWanted = (id: string) => index.waitersOf(id).length > 0;
  const inCycle = new Set(graph.cycles.flatMap(({ locks }) => locks));
  const wanted = graph.locks.filter(({ id }) => isWanted(id));
  const ordered = [
    ...wanted.filter(({ id }) => id === first),
    ...wanted.filter(({ id }) => id !== first && inCycle.has(id)),
    ...wanted.filter(({ id }) => id !== first && !inCycle.has(id)),
  ].map(({ id }) => id);
  const all = new Set<string>();
  for (const id of ordered) {
    all.add(`lock ${id}`);
    for (const { party } of [...index.holdersOf(id), ...index.waitersOf(id)]) all.add(`party ${party}`);
  }
  const locks = new Set<string>();
  const parties = new Set<string>(inCycle.size > 0 ? graph.cycles.flatMap((cycle) => cycle.parties) : []);
  const room = () => limit - locks.size - parties.size;
  for (const id of ordered) {
    const holders = index.holdersOf(id).filter(({ party }) => !parties.has(party));
    if (room() < holders.length + 2) continue;
    locks.add(id);
    for (const { party } of holders) parties.add(party);
    for (const { party } of index.waitersOf(id)) {
      if (parties.has(party) || room() > 0) parties.add(party);
    }
  }
  const isShown = ({ party, lock }: { party: string; lock: string }) => parties.has(party) && locks.has(lock);
  return {
    graph: {
      ...graph,
      parties: graph.parties.filter(({ ref }) => parties.has(ref)),
      locks: graph.locks.filter(({ id }) => locks.has(id)),
      holds: graph.holds.filter(isShown),
      waits: graph.waits.filter(isShown),
    },
    shown: locks.size + parties.size,
    total: all.size,
  };
}
