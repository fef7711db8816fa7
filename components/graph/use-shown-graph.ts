'use client';

import { useState } from 'react';
import type { WaitGraph } from '@/lib/contract/graph';

type ShownGraph = {
  graph: WaitGraph;
  /** Edges and cycles that came or went since, and are not shown yet. */
  held: number;
  apply(): void;
};

/**
 * The graph as it stands on the screen: while `frozen` nobody comes, goes or moves, and what is known of those who are
 * there follows the answers. `name` says what it is a graph of: another one is shown at once.
 */
export function useShownGraph(name: string, fresh: WaitGraph, frozen: boolean): ShownGraph {
  const [kept, setKept] = useState({ name, graph: fresh });
  const held = kept.graph === fresh ? 0 : changesBetween(kept.graph, fresh);
  const stands = frozen && kept.name === name && held > 0;
  if (!stands && kept.graph !== fresh) setKept({ name, graph: fresh });
  return {
    graph: stands ? withFacts(kept.graph, fresh) : fresh,
    held: stands ? held : 0,
    apply: () => setKept({ name, graph: fresh }),
  };
}

/**
 * How many holds, waits and cycles are in one of two graphs alone, or at another place of a queue. A cycle may be found between
 * waits that were there already, once more is known of them: its block takes rows, and focus in them, away.
 */
export function changesBetween(before: WaitGraph, after: WaitGraph): number {
  const old = shapeOf(before);
  const now = shapeOf(after);
  return [...old].filter((edge) => !now.has(edge)).length + [...now].filter((edge) => !old.has(edge)).length;
}

function shapeOf({ holds, waits, cycles }: WaitGraph): Set<string> {
  return new Set([
    ...holds.map(({ party, lock }) => JSON.stringify(['hold', party, lock])),
    ...waits.map(({ party, lock, place }) => JSON.stringify(['wait', party, lock, place])),
    ...cycles.map(({ parties, locks, certain }) => JSON.stringify(['cycle', parties, locks, certain])),
  ]);
}

/** The holds, waits and cycles of one graph, with what another knows of them, of its parties and its locks. */
function withFacts(shape: WaitGraph, facts: WaitGraph): WaitGraph {
  const nameOf = ({ party, lock }: { party: string; lock: string }) => JSON.stringify([party, lock]);
  return {
    ...shape,
    parties: renewed(shape.parties, facts.parties, ({ ref }) => ref),
    locks: renewed(shape.locks, facts.locks, ({ id }) => id),
    holds: renewed(shape.holds, facts.holds, nameOf),
    waits: renewed(shape.waits, facts.waits, nameOf),
    nowMs: facts.nowMs,
  };
}

function renewed<Item>(old: readonly Item[], fresh: readonly Item[], idOf: (item: Item) => string): Item[] {
  const now = new Map(fresh.map((item) => [idOf(item), item]));
  return old.map((item) => now.get(idOf(item)) ?? item);
}
