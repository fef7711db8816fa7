'use client';

import { useQuery } from '@tanstack/react-query';
import { holderQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import { holderRefsOf } from '@/lib/domain/holders/holder-ref';

/** All that is known of the one holder of a lock, from the console's memory; none while several hold it, null = not yet. */
export function useHeldBy({ holders }: Pick<Lock, 'holders'>): readonly Lock[] | null {
  const [holder, ...others] = holders;
  const [ref = null] = holder && others.length === 0 ? holderRefsOf(holder) : [];
  const { data, isLoading, failureReason } = useQuery(holderQueries.of(ref));
  if (!data && isLoading && !failureReason) return null;
  return data?.locks ?? NONE;
}

const NONE: readonly Lock[] = [];
