'use client';

import { useQuery } from '@tanstack/react-query';
import { holderQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import { heldRefOf } from './held-ref';

/** All that is known of the one holder of a lock, from the console's memory; none while several hold it, null = not yet. */
export function useHeldBy(lock: Pick<Lock, 'holders'>): readonly Lock[] | null {
  const { data, isLoading, failureReason } = useQuery(holderQueries.of(heldRefOf(lock)));
  if (!data && isLoading && !failureReason) return null;
  return data?.locks ?? NONE;
}

const NONE: readonly Lock[] = [];
