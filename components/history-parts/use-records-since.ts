'use client';

import { useQuery } from '@tanstack/react-query';
import { historyQueries } from '@/lib/api/history-queries';
import { recordsSince } from './records-since';

/** As `recordsSince`; null also while it is not known. */
export function useRecordsSince(): number | null {
  const { data } = useQuery(historyQueries.status());
  return data ? recordsSince(data.reaches.tiers) : null;
}
