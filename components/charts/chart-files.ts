import { csvOf } from '@/lib/domain/values/csv';
import type { ChartModel } from './chart-model';

/** The chart's figures as CSV, in the units of the API (ms, seconds, counts, shares), times in UTC. */
export function chartCsv({ buckets, columns }: Pick<ChartModel, 'buckets' | 'columns'>): string {
  const head = ['from', 'to', 'running', ...columns.map(({ label }) => label)];
  const rows = buckets.map(({ startMs, endMs, partial }, i) => [
    new Date(startMs).toISOString(),
    new Date(endMs).toISOString(),
    partial ? 1 : 0,
    ...columns.map(({ values }) => values[i] ?? null),
  ]);
  return csvOf([head, ...rows]);
}

/** "lockscope-held-2026-10-14T12-00-00Z.csv": safe in every file system. */
export function fileName(chart: string, fromMs: number, extension: string): string {
  return `lockscope-${chart}-${new Date(fromMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.${extension}`;
}
