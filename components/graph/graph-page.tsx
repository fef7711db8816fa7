'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useDataAge } from '@/components/app/data-age';
import { HeldChanges } from '@/components/app/held-changes';
import { PageFrame } from '@/components/app/page-frame';
import { QueryPage } from '@/components/app/query-page';
import { isBlind, useFreshness } from '@/components/app/use-freshness';
import { useMoment } from '@/components/app/use-moment';
import { useStopKeys } from '@/components/app/use-stop-keys';
import { useTarget } from '@/components/app/use-target';
import { PastGraphPage } from '@/components/graph/past-graph-page';
import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { useBusy } from '@/components/ui/use-busy';
import { graphQueries } from '@/lib/api/queries';
import type { WaitGraph } from '@/lib/contract/graph';
import { type Count, countOf, isSome, sumOfKnown } from '@/lib/domain/values/counted';
import { GraphEmpty } from './graph-empty';
import { GraphNotes } from './graph-notes';
import { GRAPH_VIEWS, useGraphView } from './use-graph-view';
import { useRelease } from './use-release';
import { useShownGraph } from './use-shown-graph';
import { WaitsTable } from './waits-table';
import { WaitsTree } from './waits-tree';

// What lays a picture out is not in the first load of any page.
const WaitsPicture = dynamic(() => import('./waits-picture').then((module) => module.WaitsPicture), {
  ssr: false,
  loading: PictureSkeleton,
});

/** Who waits for whom: now, or at the moment that the URL names. */
export function GraphPage() {
  const { atMs } = useMoment();
  if (atMs === null) return <GraphNow />;
  return <PastGraphPage atMs={atMs}>{(graph) => <Content answer={graph} atMs={atMs} />}</PastGraphPage>;
}

/** As a tree from the blockers down, as a picture, or as a table. */
function GraphNow() {
  const t = useT('graph');
  const [target] = useTarget();
  const query = useQuery(graphQueries.now(target));
  return (
    <QueryPage title={t('title')} loading={t('loading')} query={query}>
      {(answer) => <Content answer={answer} atMs={null} />}
    </QueryPage>
  );
}

function Content({ answer, atMs }: { answer: WaitGraph; atMs: number | null }) {
  const t = useT('graph');
  const hint = useSummary();
  const [target] = useTarget();
  const { view, setView, lock } = useGraphView();
  const release = useRelease();
  const { busy, props } = useBusy();
  const shown = useShownGraph(`${target ?? ''} ${atMs ?? ''}`, answer, busy || release.isOpen);
  const body = useStopKeys<HTMLDivElement>('[data-stop], [data-stop-in] a');
  const { graph } = shown;
  const parts = { graph, focus: lock, release };
  return (
    <PageFrame
      title={t('title')}
      hint={hint(answer, atMs === null)}
      right={
        <>
          {shown.held > 0 ? <HeldChanges held={shown.held} onApply={shown.apply} /> : null}
          <Segmented
            label={t('view.label')}
            value={view}
            onChange={setView}
            options={GRAPH_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          />
        </>
      }
    >
      <GraphNotes graph={graph} />
      {graph.waits.length === 0 ? (
        <GraphEmpty unnamed={graph.unnamed} isNow={atMs === null} />
      ) : (
        <div {...props} ref={body} className="flex min-h-0 flex-1 flex-col">
          {view === 'tree' ? <WaitsTree {...parts} /> : null}
          {view === 'graph' ? <WaitsPicture graph={graph} focus={lock} /> : null}
          {view === 'table' ? <WaitsTable {...parts} /> : null}
        </div>
      )}
      {release.dialog}
    </PageFrame>
  );
}

const UNSAID: Count = { known: false };

/** How many wait for how many locks, and in how many cycles, in a few words. */
function useSummary(): (graph: WaitGraph, isNow: boolean) => string {
  const t = useT('graph');
  const age = useDataAge();
  const blind = isBlind(useFreshness());
  return ({ waits, cycles, locks, leftOut }, isNow) => {
    const all = leftOut === null ? countOf(sumOfKnown(locks.map(({ waiting }) => waiting))) : UNSAID;
    const awaited = locks.filter(({ waiting }) => isSome(waiting)).length;
    // That nobody waits is said below, as far as was looked.
    if (isNow && waits.length === 0) return age ?? '';
    const certain = cycles.filter((cycle) => cycle.certain).length;
    const possible = cycles.length - certain;
    const parts = [
      t(isNow && blind ? 'lastRead' : 'summary', {
        waiters: new Set(waits.map(({ party }) => party)).size,
        locks: new Set(waits.map(({ lock }) => lock)).size,
      }),
      ...(all.known && all.count > waits.length ? [t('inAll', { count: all.count, locks: awaited })] : []),
      ...(certain > 0 ? [t('deadlocks', { count: certain })] : []),
      ...(possible > 0 ? [t('possible', { count: possible })] : []),
      ...(isNow && age !== null ? [age] : []),
    ];
    return parts.join(' · ');
  };
}

function PictureSkeleton() {
  const t = useT('graph');
  return (
    <LoadingState label={t('loading')}>
      <Skeleton className="min-h-96 flex-1" />
    </LoadingState>
  );
}
