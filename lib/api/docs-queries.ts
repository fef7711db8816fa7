import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { asked } from './asked';

export const docsQueries = {
  /** Sections of the documentation that have all words of `q`. They change with the version of the console alone. */
  search: (q: string) =>
    queryOptions({
      queryKey: ['docs', q] as const,
      ...asked('GET /api/docs', { query: { q } }),
      placeholderData: keepPreviousData,
      enabled: q.trim() !== '',
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    }),
};
