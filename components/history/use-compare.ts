'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { historyQueries, type TimeRange } from '@/lib/api/history-queries';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import type { Earlier } from '../history-parts/series-charts';

const DAY_MS = 86_400_000;
const SHIFTS = { day: DAY_MS, week: 7 * DAY_MS };
export const COMPARED_WITH = ['day', 'week'] as const;
export type ComparedWith = (typeof COMPARED_WITH)[number];

const PARSER = parseAsStringLiteral(COMPARED_WITH).withOptions({ history: 'push' });

/** With which earlier time the charts are compared, in the URL; null = with none. */
export function useComparedWith(): [ComparedWith | null, (by: ComparedWith | null) => void] {
  const [by, set] = useQueryState('compare', PARSER);
  return [by, (next) => void set(next)];
}

/** Which share of a range that was watched is enough to be passed over. */
const WATCHED = 0.95;

/** The figures to compare with, and a sentence about them where they could not be read or little of that time was watched. */
export function useEarlier(
  scope: HistoryScope,
  { fromMs, toMs }: TimeRange,
): { earlier: Earlier | null; note: string | null } {
  const t = useT('historyCharts');
  const ofPage = useT('history');
  const format = useFormat();
  const [by] = useComparedWith();
  const shiftMs = by === null ? 0 : SHIFTS[by];
  const range = useMemo(() => ({ fromMs: fromMs - shiftMs, toMs: toMs - shiftMs }), [fromMs, toMs, shiftMs]);
  const { data, error } = useQuery({ ...historyQueries.series(scope, range), enabled: by !== null });
  const earlier = useMemo(
    () =>
      by === null || !data
        ? null
        : { answer: data, shiftMs, nameOf: (label: string) => t(`earlier.${by}`, { label }) },
    [by, data, shiftMs, t],
  );
  if (by === null) return { earlier: null, note: null };
  if (error) return { earlier, note: ofPage('compare.failed') };
  if (!data) return { earlier, note: null };
  const watched =
    data.points.reduce((sum, { covered }) => sum + covered, 0) / Math.max(1, data.points.length);
  if (watched === 0) return { earlier, note: ofPage('compare.unwatched') };
  return {
    earlier,
    note: watched < WATCHED ? ofPage('compare.partly', { share: format.share(watched) }) : null,
  };
}
