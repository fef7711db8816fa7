'use client';

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { useTarget } from '@/components/shell/use-target';
import type { LockFilter, LockSort } from '@/lib/domain/api';
import { descByDefault, LOCK_SORTS } from '@/lib/domain/lists/lock-sort';
import { isComplete } from './filter-draft';

const PARSERS = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(LOCK_SORTS).withDefault('harm'),
  desc: parseAsBoolean,
};

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
  const [{ q, sort, desc }, set] = useQueryStates(PARSERS);
  const [target] = useTarget();
  const filter = useMemo<LockFilter>(
    () => ({ q, target, sort, desc: desc ?? descByDefault(sort) }),
    [q, target, sort, desc],
  );
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
