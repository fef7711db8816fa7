'use client';

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useLive, useNow } from '@/components/app/live-provider';
import { PageFailure } from '@/components/app/page-state';
import { RefreshNote } from '@/components/app/refresh-note';
import { useShortcut } from '@/components/app/shortcuts';
import { useStopKeys } from '@/components/app/use-stop-keys';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HeadingLine, Summary } from '@/components/list-parts/list-heading';
import { ListScroller } from '@/components/list-parts/list-scroller';
import { useListView } from '@/components/list-parts/use-list-view';
import { useBusy } from '@/components/ui/use-busy';
import { useStanding } from '@/components/ui/use-standing';
import { historyQueries } from '@/lib/api/history-queries';
import type { FamilyReport } from '@/lib/contract/history/family-report';
import { endpointPath } from '@/lib/contract/request';
import { RangeBar } from '../history-parts/range-bar';
import { useRange } from '../history-parts/use-range';
import { AnswerLine } from './answer-line';
import { ReportEmpty } from './report-empty';
import { ReportFoot } from './report-foot';
import { ReportSkeleton } from './report-skeleton';
import { ReportTable } from './report-table';
import { rowIdOf, sortReport } from './sort-report';
import { useReportSort } from './use-report-sort';

/** Until the console's clock is known nothing is asked. */
const NO_RANGE = { fromMs: 0, toMs: 1 };
/** Who waits now is asked for this often, also where the range stands still or moves on once a minute. */
const EVERY_MS = 10_000;
const NO_ROWS: FamilyReport['rows'] = [];

/** The families of a range, the one that costs its clients most first: its debt, waits, holds, rate and advice. */
export function FamilyReportPage() {
  const t = useT('families');
  const [target] = useTarget();
  const ranged = useRange();
  const { range, choice } = ranged;
  const nowMs = useNow(5_000);
  const { phase } = useLive();
  const sort = useReportSort();
  const { open, toggle } = useListView();
  const scroller = useStopKeys<HTMLElement>('[data-family]');
  const { busy, props: watched } = useBusy();
  useShortcut('[', () => ranged.shift(-1));
  useShortcut(']', () => ranged.shift(1));
  const query = useQuery({
    ...historyQueries.families(target, range ?? NO_RANGE),
    enabled: range !== null,
    refetchInterval: phase === 'paused' ? false : EVERY_MS,
  });
  const { data, error } = query;
  const sorted = sortReport(data?.rows ?? NO_ROWS, sort.by, sort.desc);
  const order = query.isPlaceholderData ? '' : JSON.stringify([target, choice, sort.by, sort.desc]);
  const rows = useStanding(order, sorted, rowIdOf, busy);
  return (
    <div className="flex h-full min-h-96 flex-col">
      <div className="flex shrink-0 flex-col gap-2 border-line border-b bg-surface px-4 pt-2 pb-2.5">
        <HeadingLine title={t('title')} summary={data ? <ReportSummary report={data} /> : null}>
          {range ? <Csv target={target} range={range} /> : null}
          <RangeBar ranged={ranged} nowMs={nowMs} />
        </HeadingLine>
        {data || !error ? <AnswerLine report={data ?? null} /> : null}
        <RefreshNote query={query} />
      </div>
      <ListScroller ref={scroller} label={t('region')} busy={query.isPlaceholderData}>
        {content()}
      </ListScroller>
      {error && !data ? null : <ReportFoot report={data ?? null} />}
    </div>
  );

  function content() {
    if (!data) {
      if (error) return <PageFailure error={error} onRetry={query.refetch} />;
      return <ReportSkeleton />;
    }
    if (data.rows.length === 0) return <ReportEmpty report={data} />;
    return (
      <div {...watched}>
        <ReportTable report={data} rows={rows} sort={sort} open={open} onToggle={toggle} choice={choice} />
      </div>
    );
  }
}

function ReportSummary({ report: { matched, covered, coverage } }: { report: FamilyReport }) {
  const t = useT('families');
  const format = useFormat();
  const text = [
    t('summary', { count: matched, n: format.count(matched) }),
    t('watched', { covered: format.share(covered) }),
  ].join(' · ');
  return <Summary text={text} count={matched} coverage={coverage} />;
}

function Csv({ target, range }: { target: string | null; range: { fromMs: number; toMs: number } }) {
  const t = useT('families');
  const query = { target, from: range.fromMs, to: range.toMs, format: 'csv' as const };
  return (
    <a
      href={endpointPath('GET /api/history/families', { query })}
      download
      className="inline-flex min-h-6 items-center gap-1.5 font-medium text-info text-sm hover:underline"
    >
      <Download size={14} aria-hidden />
      {t('csv')}
    </a>
  );
}
