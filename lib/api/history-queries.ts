import { queryOptions } from '@tanstack/react-query';
import type {
  AnnotationRequest,
  AnnotationResult,
  DebtSeries,
  HistoryScope,
  HistorySeries,
  HistoryStatus,
  HorizonSeries,
  Marks,
} from '../domain/history';
import type { Ledger } from '../domain/ledger';
import { fetchJson } from './http';
import { queryString } from './queries';

/** A stretch of time, epoch ms. */
export type TimeRange = { fromMs: number; toMs: number };

/** Answers of a range that moves on would pile up: one that nobody shows is soon forgotten. */
const GC_MS = 30_000;

export const historyQueries = {
  all: ['history'] as const,
  series: (scope: HistoryScope, range: TimeRange) => ofRange<HistorySeries>('series', scope, range),
  debt: (scope: HistoryScope, range: TimeRange) => ofRange<DebtSeries>('debt', scope, range),
  horizon: (scope: HistoryScope, range: TimeRange) => ofRange<HorizonSeries>('horizon', scope, range),
  marks: (scope: HistoryScope, range: TimeRange) => ofRange<Marks>('marks', scope, range),
  ledger: (scope: HistoryScope, range: TimeRange) => ofRange<Ledger>('ledger', scope, range),
  status: () =>
    queryOptions({
      queryKey: [...historyQueries.all, 'status'] as const,
      queryFn: ({ signal }) => fetchJson<HistoryStatus>('/api/history/status', { signal }),
    }),
};

/** Path of an answer, for a link or a download too. */
export function historyPath(
  name: string,
  { target, family, lock }: HistoryScope,
  { fromMs, toMs }: TimeRange,
  more: Record<string, string | number | null> = {},
): string {
  return `/api/history/${name}${queryString({ target, family, lock, from: fromMs, to: toMs, ...more })}`;
}

/** Puts a mark on every chart. Throws ApiFailure. */
export function addAnnotation(request: AnnotationRequest): Promise<AnnotationResult> {
  return fetchJson<AnnotationResult>('/api/annotations', { method: 'POST', body: request });
}

/** While another range of the same scope is fetched the old one stays. */
function ofRange<Answer>(name: string, scope: HistoryScope, range: TimeRange) {
  const of = `${scope.target} ${scope.family} ${scope.lock}`;
  return queryOptions({
    queryKey: [...['history'], name, of, range.fromMs, range.toMs] as const,
    queryFn: ({ signal }) => fetchJson<Answer>(historyPath(name, scope, range), { signal }),
    placeholderData: (old, query) => (query?.queryKey[2] === of ? old : undefined),
    gcTime: GC_MS,
  });
}
