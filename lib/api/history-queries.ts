import { queryOptions } from '@tanstack/react-query';
import type { AnnotationRequest, AnnotationResult } from '../contract/annotations';
import type { AnswerOf } from '../contract/endpoint-types';
import type { HistoryScope } from '../contract/history/history-queries';
import type { WhatIfChange } from '../contract/history/what-if';
import { asked } from './asked';
import { call } from './http';

/** A stretch of time, epoch ms. */
export type TimeRange = { fromMs: number; toMs: number };

/** Answers of a range that moves on would pile up: one that nobody shows is soon forgotten. */
const GC_MS = 30_000;

/** The same question of each chart. */
export function rangeAsked(scope: HistoryScope, { fromMs, toMs }: TimeRange) {
  return { ...scope, from: fromMs, to: toMs };
}

export const historyQueries = {
  all: ['history'] as const,
  series: (scope: HistoryScope, range: TimeRange) => ofRange('GET /api/history/series', scope, range),
  debt: (scope: HistoryScope, range: TimeRange) => ofRange('GET /api/history/debt', scope, range),
  horizon: (scope: HistoryScope, range: TimeRange) => ofRange('GET /api/history/horizon', scope, range),
  marks: (scope: HistoryScope, range: TimeRange) => ofRange('GET /api/history/marks', scope, range),
  ledger: (scope: HistoryScope, range: TimeRange) => ofRange('GET /api/history/ledger', scope, range),
  families: (target: string | null, range: TimeRange) => ofTarget('GET /api/history/families', target, range),
  insights: (target: string | null, range: TimeRange) => ofTarget('GET /api/insights', target, range),
  whatIf: (scope: HistoryScope, range: TimeRange, { leaseMs, holdFactor, shards, queue }: WhatIfChange) =>
    queryOptions({
      queryKey: [
        ...['history', 'what-if', `${scope.target} ${scope.family} ${scope.lock}`, range.fromMs, range.toMs],
        ...[leaseMs, holdFactor, shards, queue],
      ] as const,
      queryFn: ({ signal }) =>
        call('GET /api/history/what-if', {
          query: { ...rangeAsked(scope, range), lease: leaseMs, hold: holdFactor, shards, queue },
          signal,
        }),
      gcTime: GC_MS,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  status: () =>
    queryOptions({
      queryKey: [...historyQueries.all, 'status'] as const,
      ...asked('GET /api/history/status', {}),
    }),
};

/** Puts a mark on every chart. Throws ApiFailure. */
export function addAnnotation(request: AnnotationRequest): Promise<AnnotationResult> {
  return call('POST /api/annotations', { body: request });
}

type OfRange = `GET /api/history/${'series' | 'debt' | 'horizon' | 'marks' | 'ledger'}`;

/** While another range of the same scope is fetched the old one stays. */
function ofRange<K extends OfRange>(key: K, scope: HistoryScope, range: TimeRange) {
  const of = `${scope.target} ${scope.family} ${scope.lock}`;
  const name = key.slice(key.lastIndexOf('/') + 1);
  return queryOptions({
    queryKey: ['history', name, of, range.fromMs, range.toMs] as const,
    queryFn: ({ signal }) =>
      call<OfRange>(key, { query: rangeAsked(scope, range), signal }) as Promise<AnswerOf<K>>,
    placeholderData: (old, query) => (query?.queryKey[2] === of ? old : undefined),
    gcTime: GC_MS,
  });
}

type OfTarget = 'GET /api/history/families' | 'GET /api/insights';

/** As `ofRange`, of a whole target, or of all. */
function ofTarget<K extends OfTarget>(key: K, target: string | null, { fromMs, toMs }: TimeRange) {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return queryOptions({
    queryKey: ['history', name, String(target), fromMs, toMs] as const,
    queryFn: ({ signal }) =>
      call<OfTarget>(key, { query: { target, from: fromMs, to: toMs }, signal }) as Promise<AnswerOf<K>>,
    placeholderData: (old, query) => (query?.queryKey[2] === String(target) ? old : undefined),
    gcTime: GC_MS,
  });
}
