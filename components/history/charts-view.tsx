'use client';

import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { Failure } from '@/components/app/page-state';
import { withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { LoadingState } from '@/components/ui/skeleton';
import { historyQueries, rangeAsked, type TimeRange } from '@/lib/api/history-queries';
import type { HistorySeries } from '@/lib/contract/history/history';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import type { HistoryMark } from '@/lib/contract/history/past';
import { endpointPath } from '@/lib/contract/request';
import { lockPath, parseLockId } from '@/lib/domain/keys/lock-id';
import { ChartPanel } from '../charts/chart-panel';
import type { Earlier } from '../history-parts/series-charts';
import { SeriesPanel } from '../history-parts/series-panel';
import { useSummaries } from '../history-parts/use-summaries';
import { WhatIfPanel } from '../history-parts/what-if-panel';
import { shortened } from '../lock-parts/shortened';
import { debtChart, horizonChart } from './stack-charts';

type Props = {
  answer: HistorySeries;
  /** What it is compared with; null = nothing. */
  earlier: Earlier | null;
  scope: HistoryScope;
  range: TimeRange;
  marks: readonly HistoryMark[];
  moving: boolean;
  onZoom(range: TimeRange): void;
};

/** Every chart of a range. What is not asked of one lock, or only of one, is left out. */
export const ChartsView = memo(function ChartsView(props: Props) {
  const { answer, earlier, scope, range, marks, moving, onZoom } = props;
  const common = {
    answer,
    earlier,
    marks,
    moving,
    onZoom,
    json: endpointPath('GET /api/history/series', { query: rangeAsked(scope, range) }),
  };
  const isWide = scope.lock === null && scope.family === null;
  const half = 'lg:col-span-3';
  const times = isWide ? 'lg:col-span-2' : half;
  return (
    <div className="grid grid-cols-1 gap-3 has-[[aria-busy=true]]:invisible lg:grid-cols-6">
      <SeriesPanel {...common} id="held" className={half} />
      {scope.lock === null ? (
        <DebtPanel {...props} />
      ) : (
        <SeriesPanel {...common} id="busy" className={half} />
      )}
      <SeriesPanel {...common} id="wait" className={times} />
      <SeriesPanel {...common} id="hold" className={times} />
      {isWide ? <HorizonPanel {...props} /> : null}
      <SeriesPanel {...common} id="turnover" className={half} />
      <SeriesPanel {...common} id="mishaps" className={half} />
      {scope.family !== null ? <WhatIfPanel scope={scope} className="lg:col-span-6" /> : null}
    </div>
  );
});

function DebtPanel({ scope, range, marks, moving, onZoom }: Props) {
  const t = useT('historyCharts');
  const format = useFormat();
  const summary = useSummaries();
  const { data, error, refetch } = useQuery(historyQueries.debt(scope, range));
  const model = useMemo(() => (data ? debtChart(data, { t, format }) : null), [data, t, format]);
  const className = 'lg:col-span-3';
  if (!data || !model)
    return <Waiting title={t('title.debt')} error={error} onRetry={refetch} className={className} />;
  return (
    <ChartPanel
      id="debt"
      title={t('title.debt')}
      hint={t('hint.debt')}
      note={t('note.at-least')}
      summary={summary.debt(data)}
      model={model}
      marks={marks}
      moving={moving}
      json={endpointPath('GET /api/history/debt', { query: rangeAsked(scope, range) })}
      onZoom={onZoom}
      className={className}
      nameOf={({ id, label }) => {
        const lock = data.locks.find((one) => id === `lock ${one.id}`);
        if (!lock) return label;
        return (
          <Link
            href={withTarget(lockPath(lock.id), parseLockId(lock.id)?.target ?? null)}
            title={lock.key}
            className="mono min-w-0 truncate hover:underline"
          >
            {shortened(lock.key, 34)}
          </Link>
        );
      }}
    />
  );
}

function HorizonPanel({ scope, range, marks, moving, onZoom }: Props) {
  const t = useT('historyCharts');
  const format = useFormat();
  const summary = useSummaries();
  const { data, error, refetch } = useQuery(historyQueries.horizon(scope, range));
  const model = useMemo(() => (data ? horizonChart(data, { t, format }) : null), [data, t, format]);
  const className = 'lg:col-span-2';
  if (!data || !model)
    return <Waiting title={t('title.horizon')} error={error} onRetry={refetch} className={className} />;
  return (
    <ChartPanel
      id="horizon"
      title={t('title.horizon')}
      hint={t('hint.horizon')}
      note={t('note.exact')}
      summary={summary.horizon(data)}
      model={model}
      marks={marks}
      moving={moving}
      json={endpointPath('GET /api/history/horizon', { query: rangeAsked(scope, range) })}
      onZoom={onZoom}
      className={className}
    />
  );
}

type WaitingProps = { title: string; error: Error | null; onRetry(): unknown; className: string };

/** A chart that has not come, or did not. How high it will be is not known: the others are shown with it. */
function Waiting({ title, error, onRetry, className }: WaitingProps) {
  const t = useT('history');
  return (
    <Panel title={title} className={className} bodyClassName="min-h-52">
      {error ? (
        <Failure error={error} onRetry={onRetry} />
      ) : (
        <LoadingState label={t('loading')}>{null}</LoadingState>
      )}
    </Panel>
  );
}
