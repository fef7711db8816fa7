'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useDeferredValue, useMemo, useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { PageBody, PageFrame } from '@/components/app/page-frame';
import { PageFailure } from '@/components/app/page-state';
import { RefreshNote } from '@/components/app/refresh-note';
import { useShortcut } from '@/components/app/shortcuts';
import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';
import { LoadingState } from '@/components/ui/skeleton';
import { historyQueries, type TimeRange } from '@/lib/api/history-queries';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import type { HistoryMark } from '@/lib/contract/history/past';
import { CrosshairProvider } from '../charts/crosshair';
import { isMoving } from '../charts/range';
import { HandoverMenu } from '../history-parts/handover-menu';
import { RangeBar } from '../history-parts/range-bar';
import { type UseRange, useRange } from '../history-parts/use-range';
import { ChartsSkeleton } from './charts-skeleton';
import { CompareControl } from './compare-control';
import { EventsView } from './events-view';
import { HistoryEmpty } from './history-empty';
import { LedgerView } from './ledger-view';
import { NoteButton } from './note-button';
import { ScopeChips } from './scope-chips';
import { StoreLine } from './store-line';
import { TotalLine } from './total-line';
import { useEarlier } from './use-compare';
import { HISTORY_VIEWS, useScope } from './use-scope';

// What draws charts is not in the first load of any page.
const ChartsView = dynamic(() => import('./charts-view').then((module) => module.ChartsView), {
  ssr: false,
  loading: ChartsSkeleton,
});
const NoteDialog = dynamic(() => import('./note-dialog').then((module) => module.NoteDialog), { ssr: false });
const PointMenu = dynamic(() => import('./point-menu').then((module) => module.PointMenu), { ssr: false });

/** What happened: one range for every chart, the events in it, and leases that were too short. */
export function HistoryPage() {
  const t = useT('history');
  const { scope, view, setView, setScope, setTarget } = useScope();
  const ranged = useRange();
  const { range } = ranged;
  const nowMs = useNow(5_000);
  const [noteAtMs, setNoteAtMs] = useState<number | null>(null);
  useShortcut('[', () => ranged.shift(-1));
  useShortcut(']', () => ranged.shift(1));
  return (
    <CrosshairProvider>
      <PageBody>
        <PageFrame
          title={t('title')}
          hint={<ScopeChips scope={scope} onScope={setScope} onTarget={setTarget} />}
          right={
            <>
              {range ? <HandoverMenu scope={scope} range={() => range} /> : null}
              <NoteButton ready={nowMs !== 0} onClick={() => setNoteAtMs(nowMs)} />
            </>
          }
        >
          <div className="flex flex-wrap items-center gap-2">
            <Segmented
              label={t('view.label')}
              value={view}
              onChange={setView}
              options={HISTORY_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
            />
            {view === 'charts' ? <CompareControl /> : null}
            <RangeBar ranged={ranged} nowMs={nowMs} />
          </div>
          <StoreLine />
          {range ? (
            <Body
              key={`${scope.target} ${scope.family} ${scope.lock}`}
              scope={scope}
              view={view}
              ranged={{ ...ranged, range }}
              onNote={setNoteAtMs}
            />
          ) : (
            <Loading />
          )}
        </PageFrame>
      </PageBody>
      {noteAtMs === null ? null : (
        <NoteDialog atMs={noteAtMs} target={scope.target} onClosed={() => setNoteAtMs(null)} />
      )}
    </CrosshairProvider>
  );
}

const NO_MARKS: readonly HistoryMark[] = [];

type BodyProps = {
  scope: HistoryScope;
  view: (typeof HISTORY_VIEWS)[number];
  ranged: UseRange & { range: TimeRange };
  onNote(atMs: number): void;
};

function Body({ scope, view, ranged, onNote }: BodyProps) {
  const { range, choice, zoom } = ranged;
  const query = useQuery(historyQueries.series(scope, range));
  const { data: marks } = useQuery(historyQueries.marks(scope, range));
  const { error, refetch } = query;
  // Charts are drawn in slices: whatever is typed or pointed at meanwhile comes first.
  const data = useDeferredValue(query.data);
  const shown = useMemo(() => (data ? { fromMs: data.fromMs, toMs: data.toMs } : range), [data, range]);
  const { earlier, note } = useEarlier(scope, shown);
  if (view === 'ledger') return <LedgerView scope={scope} range={range} />;
  if (view === 'events') return <EventsView scope={scope} range={range} />;
  if (!data) {
    if (!error) return <Loading />;
    return (
      <div className="panel">
        <PageFailure error={error} onRetry={refetch} />
      </div>
    );
  }
  return (
    <>
      <RefreshNote query={query} />
      <TotalLine answer={data} />
      <HistoryEmpty answer={data} />
      {note === null ? null : (
        <p role="status" className="text-2 text-sm">
          {note}
        </p>
      )}
      <ChartsView
        answer={data}
        earlier={earlier}
        scope={scope}
        range={shown}
        marks={marks?.marks ?? NO_MARKS}
        moving={isMoving(choice)}
        onZoom={zoom}
      />
      <PointMenu target={scope.target} range={shown} onZoom={zoom} onNote={onNote} />
    </>
  );
}

function Loading() {
  const t = useT('history');
  return (
    <LoadingState label={t('loading')}>
      <ChartsSkeleton />
    </LoadingState>
  );
}
