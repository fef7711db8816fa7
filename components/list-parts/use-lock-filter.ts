'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { useTarget } from '@/components/app/use-target';
import { descByDefault, type LockSort } from '@/lib/contract/codes';
import type { LockFilter } from '@/lib/contract/locks';
import { isComplete } from './filter-draft';
import { FILTER_PARAMS, filterOf } from './list-params';

export type UseLockFilter = {
  filter: LockFilter;
  /** Names filter and order: another name is another list. */
  name: string;
  /** `typing` replaces the step in the history, anything else is a new one. */
  setQ(q: string, how: 'typing' | 'step'): void;
  setSort(sort: LockSort, desc: boolean): void;
};

/** Filter and order of the table, in the URL. A filter that cannot be understood yet is not put there. */
export function useLockFilter(): UseLockFilter {
  const [{ q, sort, desc }, set] = useQueryStates(FILTER_PARAMS);
  const [target] = useTarget();
  const filter = useMemo(() => filterOf({ q, sort, desc }, target), [q, target, sort, desc]);
  return {
    filter,
    name: JSON.stringify([q, target, sort, filter.desc]),
    setQ: (next, how) => {
      if (isComplete(next)) void set({ q: next }, { history: how === 'typing' ? 'replace' : 'push' });
    },
    setSort: (next, nextDesc) =>
      void set({ sort: next, desc: nextDesc === descByDefault(next) ? null : nextDesc }, { history: 'push' }),
  };
}
