'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { type Standing, useStanding } from '@/components/ui/use-standing';
import { lockQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import type { FamiliesProps } from './families-props';
import { membersFilter, membersPath } from './members-filter';

/** So many are shown in place; the flat list has them all. */
const SHOWN = 50;

export type FamilyMembers = {
  /** null = not fetched yet. */
  rows: readonly Standing<Lock>[] | null;
  matched: number;
  error: Error | null;
  retry(): void;
  /** Where all of them stand, one by one. */
  path: string;
};

/** The first members of an open family, kept up to date. */
export function useMembers(
  family: string,
  { q, target, frozen }: Pick<FamiliesProps, 'q' | 'target' | 'frozen'>,
): FamilyMembers {
  const filter = membersFilter(family, q, target);
  const { data, error, refetch, isPlaceholderData } = useInfiniteQuery(lockQueries.list(filter, SHOWN));
  const [page] = data?.pages ?? [];
  const rows = useStanding(isPlaceholderData ? '' : filter.q, page?.locks ?? NONE, idOf, frozen);
  return {
    rows: page ? rows : null,
    matched: page?.matched ?? 0,
    error,
    retry: () => void refetch(),
    path: membersPath(filter),
  };
}

const NONE: readonly Lock[] = [];

function idOf({ id }: Lock): string {
  return id;
}
