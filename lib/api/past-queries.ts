import { queryOptions } from '@tanstack/react-query';
import type { LockId } from '../domain/keys/lock-id';
import type { TimeRange } from './history-queries';
import { call } from './http';

/** Whose holds a timeline is of: a lock's, those of a family of locks, or those of a holder (one of `holderRefsOf`). */
export type TimelineOf =
  | { by: 'lock'; lock: LockId }
  | { by: 'family'; family: string; target: string | null }
  | { by: 'holder'; holder: string };

/** What moved on is soon forgotten: answers may be of thousands of holds. */
const GC_MS = 30_000;
/** The past does not change; only what the console had not yet written of it then. */
const STALE_MS = 10_000;

export const pastQueries = {
  all: ['past'] as const,

  /** Who had what when. While another range of the same is fetched the old one stays. */
  timeline: (of: TimelineOf, { fromMs, toMs }: TimeRange, limit: number) => {
    const name = JSON.stringify(of);
    return queryOptions({
      queryKey: [...pastQueries.all, 'timeline', name, limit, fromMs, toMs] as const,
      queryFn: ({ signal }) =>
        call('GET /api/history/timeline', { query: timelineAsked(of, { fromMs, toMs }, limit), signal }),
      placeholderData: (old, query) => (query?.queryKey[2] === name ? old : undefined),
      staleTime: 0,
      gcTime: GC_MS,
    });
  },

  /** Every lock as it was at `atMs`, epoch ms, as far as `q` (the filter of the table) matches. */
  moment: (atMs: number, q: string, target: string | null, limit: number) =>
    queryOptions({
      queryKey: [...pastQueries.all, 'moment', target, q, limit, atMs] as const,
      queryFn: ({ signal }) =>
        call('GET /api/history/moment', { query: { at: atMs, q, target, limit }, signal }),
      placeholderData: (old, query) => (query?.queryKey[2] === target ? old : undefined),
      staleTime: STALE_MS,
      gcTime: GC_MS,
    }),

  /** Who waited for whom at `atMs`, and none of the locks besides. */
  graph: (atMs: number, target: string | null) =>
    queryOptions({
      queryKey: [...pastQueries.all, 'graph', target, atMs] as const,
      queryFn: ({ signal }) =>
        call('GET /api/history/moment', { query: { at: atMs, target, limit: 1, graph: '1' }, signal }),
      placeholderData: (old, query) => (query?.queryKey[2] === target ? old : undefined),
      staleTime: STALE_MS,
      gcTime: GC_MS,
    }),

  /** One lock as it was. Code `not-found` = nothing was ever kept of it. */
  lock: (id: LockId, atMs: number) =>
    queryOptions({
      queryKey: [...pastQueries.all, 'lock', id, atMs] as const,
      queryFn: ({ signal }) => call('GET /api/history/moment/{id}', { id, query: { at: atMs }, signal }),
      placeholderData: (old, query) => (query?.queryKey[2] === id ? old : undefined),
      staleTime: STALE_MS,
      gcTime: GC_MS,
    }),
};

/** What is asked for a timeline, for a download too. */
export function timelineAsked({ by: _, ...which }: TimelineOf, { fromMs, toMs }: TimeRange, limit: number) {
  return { ...which, from: Math.floor(fromMs), to: Math.ceil(toMs), limit };
}
