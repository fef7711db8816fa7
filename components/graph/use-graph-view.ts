'use client';

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { WAIT_SORTS, type WaitSort } from './wait-rows';

export const GRAPH_VIEWS = ['tree', 'graph', 'table'] as const;
type GraphView = (typeof GRAPH_VIEWS)[number];

const PARSERS = {
  view: parseAsStringLiteral(GRAPH_VIEWS).withDefault('tree'),
  lock: parseAsString,
  sort: parseAsStringLiteral(WAIT_SORTS),
  desc: parseAsBoolean.withDefault(false),
};

type UseGraphView = {
  view: GraphView;
  setView(view: GraphView): void;
  /** The lock that the page is to show first; null = none in particular. */
  lock: LockId | null;
  /** Order of the table; null = as the locks and their queues are. */
  sort: WaitSort | null;
  desc: boolean;
  setSort(sort: WaitSort, desc: boolean): void;
};

/** How the waits are shown, and which lock matters; in the URL. */
export function useGraphView(): UseGraphView {
  const [{ view, lock, sort, desc }, set] = useQueryStates(PARSERS);
  return {
    view,
    setView: (next) => void set({ view: next }, { history: 'push' }),
    lock,
    sort,
    desc,
    setSort: (next, nextDesc) => void set({ sort: next, desc: nextDesc }, { history: 'push' }),
  };
}
