'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { nodesQueries, overviewQueries } from '@/lib/api/queries';
import type { Overview } from '@/lib/domain/api';
import type { NodeStatus } from '@/lib/domain/node-status';
import { useTarget } from './use-target';

export type ShellData = {
  /** Null until the first answer. */
  nodes: NodeStatus[] | null;
  startedAtMs: number | null;
  overview: Overview | null;
  target: string | null;
  /** The connection of the one lock that is shown; null = the page is of no single lock. */
  lockTarget: string | null;
};

/** What the frame shows of the data, from the same queries as the pages. */
export function useShellData(): ShellData {
  const [target] = useTarget();
  const nodes = useQuery(nodesQueries.now());
  const overview = useQuery(overviewQueries.now(target));
  return {
    nodes: nodes.data?.nodes ?? null,
    startedAtMs: nodes.data?.startedAtMs ?? null,
    overview: overview.data ?? null,
    target,
    lockTarget: lockTargetOf(usePathname()),
  };
}

/** Of a lock's own page, `/locks/<connection>.<db>/<key>`. */
function lockTargetOf(path: string | null): string | null {
  const node = /^\/locks\/([^/]+)\/[^/]/.exec(path ?? '')?.[1];
  return node === undefined ? null : decodeURIComponent(node).replace(/\.\d+$/, '');
}
