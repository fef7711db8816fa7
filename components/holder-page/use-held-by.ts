'use client';

import { useQuery } from '@tanstack/react-query';
import { holderQueries } from '@/lib/api/queries';
import { holderRefsOf } from '@/lib/domain/holder-ref';
import type { Lock } from '@/lib/domain/lock';

/** All that is known of the one holder of a lock, from the console's memory; none while several hold it. */
export function useHeldBy({ holders }: Pick<Lock, 'holders'>): readonly Lock[] {
  const [holder, ...others] = holders;
  const [ref = null] = holder && others.length === 0 ? holderRefsOf(holder) : [];
  return useQuery(holderQueries.of(ref)).data?.locks ?? NONE;
}

const NONE: readonly Lock[] = [];
