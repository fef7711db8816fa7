'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { nodesQueries } from '@/lib/api/queries';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { Tally } from '@/lib/contract/tally';
import { tallyOf } from '@/lib/domain/lists/tally';
import { useTarget } from '../app/use-target';

export type ShellData = {
  /** Null until the first answer. */
  nodes: NodeStatus[] | null;
  startedAtMs: number | null;
  /** As the last status of the stream has it; null until the first answer. */
  tally: Tally | null;
  target: string | null;
  /** The connection of the one lock that is shown; null = the page is of no single lock. */
  lockTarget: string | null;
};

/** What the frame shows of the data: one small answer, which each status of the stream renews. It fetches no list. */
export function useShellData(): ShellData {
  const [target] = useTarget();
  const { data } = useQuery(nodesQueries.now());
  return {
    nodes: data?.nodes ?? null,
    startedAtMs: data?.startedAtMs ?? null,
    tally: data ? tallyOf(data.tallies, target) : null,
    target,
    lockTarget: lockTargetOf(usePathname()),
  };
}

/** Of a lock's own page, `/locks/<connection>.<db>/<key>`. */
function lockTargetOf(path: string | null): string | null {
  const node = /^\/locks\/([^/]+)\/[^/]/.exec(path ?? '')?.[1];
  return node === undefined ? null : decodeURIComponent(node).replace(/\.\d+$/, '');
}
