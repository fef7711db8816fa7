'use client';

import { History } from 'lucide-react';
import { Failure } from '@/components/app/page-state';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import type { TimelineOf } from '@/lib/api/past-queries';
import type { Timeline } from '@/lib/contract/history/past';
import { lanesOf } from './lanes';
import { MOST_LANES, TimelineChart } from './timeline-chart';
import { TimelineTable } from './timeline-table';
import type { UseRangeView } from './use-range-view';
import { useTimeline } from './use-timeline';

type Props = {
  of: TimelineOf;
  range: UseRangeView;
  asTable: boolean;
  /** Holds that are asked for one by one; the shortest of more are merged. */
  limit: number;
  mostLanes: number;
  cursorMs?: number | null;
  onMoment?: ((atMs: number) => void) | undefined;
};

/** The picture or its table, with what it cannot show said under it. */
export function TimelineBody({ of, range, asTable, limit, mostLanes, cursorMs, onMoment }: Props) {
  const t = useT('timeline');
  const { view, nowMs } = range;
  const query = useTimeline(of, view, limit, nowMs);
  const { data } = query;
  const summary = useSummary();
  if (!data) {
    if (query.error) return <Failure error={query.error} onRetry={query.refetch} />;
    return (
      <LoadingState label={t('loading')}>
        <div className="p-3">
          <Skeleton className="h-40 w-full" />
        </div>
      </LoadingState>
    );
  }
  const isEmpty = data.spans.length === 0 && data.blocks.length === 0;
  return (
    <>
      {asTable ? (
        <TimelineTable timeline={data} view={view} />
      ) : (
        <TimelineChart
          timeline={data}
          view={view}
          onView={range.set}
          onReset={range.reset}
          nowMs={nowMs}
          cursorMs={cursorMs ?? null}
          mostLanes={mostLanes}
          summary={summary(data)}
          onMoment={onMoment}
        />
      )}
      {isEmpty && !query.isFetching ? (
        <EmptyState icon={<History size={20} aria-hidden />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      ) : null}
      <Notes timeline={data} error={query.error} asTable={asTable} />
    </>
  );
}

/** What is missing, and why. */
function Notes(props: { timeline: Timeline; error: Error | null; asTable: boolean }) {
  const { timeline, error, asTable } = props;
  const t = useT('timeline');
  const format = useFormat();
  const merged = timeline.blocks.reduce((sum, { holds }) => sum + holds, 0);
  const lanes = asTable ? 0 : lanesOf(timeline, []).length;
  const notes = [
    ...(lanes > MOST_LANES ? [t('cut', { n: format.count(MOST_LANES), of: format.count(lanes) })] : []),
    ...(merged > 0 ? [t('merged', { n: format.count(merged), of: format.count(timeline.matched) })] : []),
    ...(timeline.incompleteBeforeMs === null
      ? []
      : [t('incomplete', { time: format.moment(timeline.incompleteBeforeMs) })]),
    ...(error ? [t('notRefreshed', { message: error.message })] : []),
  ];
  return notes.length === 0 ? null : <p className="px-3 pb-2 text-3 text-sm">{notes.join(' ')}</p>;
}

/** The picture in a sentence. */
function useSummary(): (timeline: Timeline) => string {
  const t = useT('timeline');
  const format = useFormat();
  return ({ spans, matched, fromMs, toMs: endMs, nowMs, gaps, lanesBy }) => {
    const toMs = Math.max(fromMs, Math.min(endMs, nowMs));
    const unwatchedMs = gaps.reduce((sum, gap) => sum + Math.min(gap.toMs, toMs) - gap.fromMs, 0);
    if (matched === 0 && unwatchedMs >= toMs - fromMs) return t('unwatchedAll');
    return t('summary', {
      count: matched,
      n: format.count(matched),
      lanes: new Set(spans.map((span) => (lanesBy === 'lock' ? span.lock : (span.holderRef ?? span.holder))))
        .size,
      by: lanesBy,
      lapses: spans.filter(({ ended }) => ended === 'expired' || ended === 'lost').length,
      forced: spans.filter(({ ended }) => ended === 'force-released').length,
      from: format.moment(fromMs),
      to: format.moment(toMs),
    });
  };
}
