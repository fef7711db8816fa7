'use client';

import { useQuery } from '@tanstack/react-query';
import { useTarget } from '@/components/app/use-target';
import { historyQueries } from '@/lib/api/history-queries';
import type { FamilyReport, FamilyReportRow } from '@/lib/contract/history/family-report';
import type { Insight } from '@/lib/contract/insights';

export type AdviceOf = {
  /** Insights of a family, the most harm first; null = not loaded yet. */
  of(row: Pick<FamilyReportRow, 'target' | 'family'>): readonly Insight[] | null;
  failed: boolean;
};

/** The insights of the report's range, asked for once for all families. */
export function useAdvice({ fromMs, toMs }: Pick<FamilyReport, 'fromMs' | 'toMs'>): AdviceOf {
  const [target] = useTarget();
  const { data, error } = useQuery(historyQueries.insights(target, { fromMs, toMs }));
  return {
    of: (row) =>
      data?.insights.filter(({ target, family }) => target === row.target && family === row.family) ?? null,
    failed: error !== null && !data,
  };
}
