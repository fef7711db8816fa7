'use client';

import { useQuery } from '@tanstack/react-query';
import { nodesQueries } from '@/lib/api/queries';
import { type Freshness, freshnessOf, nodeSummaryOf, shownNodes } from './node-summary';
import { useTarget } from './use-target';

/** How many nodes of the chosen connection answer, and how old the oldest of it is; null until the first answer. */
export function useFreshness(): Freshness | null {
  const [target] = useTarget();
  const { data } = useQuery(nodesQueries.now());
  return data ? freshnessOf(data.nodes, target) : null;
}

/** No node answers: of nothing that is read from Redis anything is known now. */
export function isBlind(fresh: Freshness | null): boolean {
  return fresh !== null && fresh.answering === 0;
}

/** Share of the chosen nodes that was looked at, names and contents; null = not known. */
export function useCoverage(): number | null {
  const [target] = useTarget();
  const { data } = useQuery(nodesQueries.now());
  const { names, contents } = nodeSummaryOf(shownNodes(data?.nodes ?? [], target));
  return names === null || contents === null ? null : Math.min(names, contents);
}
