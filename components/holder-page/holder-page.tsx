'use client';

import { useQuery } from '@tanstack/react-query';
import { LockOpen, Radar } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PageFailure } from '@/components/app/page-state';
import { Readings } from '@/components/app/readings';
import { RefreshNote } from '@/components/app/refresh-note';
import { TableSkeleton } from '@/components/app/table-skeleton';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { TimelinePanel } from '@/components/timeline/timeline-panel';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { LoadingState } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import { useBusy } from '@/components/ui/use-busy';
import { useStanding } from '@/components/ui/use-standing';
import { holderQueries } from '@/lib/api/queries';
import type { HolderAnswer } from '@/lib/contract/groups';
import { type Holding, holdingsOf } from '../lock-parts/holdings';
import { HeldLocks } from './held-locks';
import { HolderCard } from './holder-card';
import { HolderHeader } from './holder-header';
import { ReleaseAll, ReleaseRun } from './release-all';

/** Everything one holder has, as far as was looked: who it is, and its locks. `refText` = one of `holderRefsOf`. */
export function HolderPage({ refText }: { refText: string }) {
  const t = useT('holders');
  const query = useQuery(holderQueries.of(refText));
  const { data } = query;
  const [isReleasing, setReleasing] = useState(false);
  return (
    <div className="flex min-h-full flex-col">
      <HolderHeader refText={refText} holder={data?.holder ?? null} isKnown={!query.isPending}>
        <ReleaseAll locks={data?.locks ?? []} isOpen={isReleasing} onOpen={() => setReleasing(true)} />
      </HolderHeader>
      <div className="flex flex-1 flex-col gap-3 p-3 sm:px-4">
        <RefreshNote query={query} />
        {isReleasing ? <ReleaseRun refText={refText} onClose={() => setReleasing(false)} /> : null}
        {content()}
      </div>
    </div>
  );

  function content() {
    if (data) {
      return (
        <>
          <Content answer={data} />
          <TimelinePanel of={{ by: 'holder', holder: refText }} />
        </>
      );
    }
    if (!query.error) {
      return (
        <LoadingState label={t('loading')}>
          <TableSkeleton />
        </LoadingState>
      );
    }
    return (
      <div className="panel">
        <PageFailure error={query.error} onRetry={query.refetch} />
      </div>
    );
  }
}

function Content({ answer }: { answer: HolderAnswer }) {
  const t = useT('holders');
  const format = useFormat();
  const { ref, holder, locks } = answer;
  const holdings = useMemo(() => holdingsOf(locks, ref), [locks, ref]);
  const { busy, props } = useBusy();
  const rows = useStanding(ref, holdings, idOf, busy);
  return (
    <div className="flex flex-col gap-3 xl:grid xl:grid-cols-[minmax(0,1fr)_372px] xl:items-start">
      {holder ? (
        <div className="xl:order-2">
          <HolderCard answer={answer} holder={holder} />
        </div>
      ) : null}
      <div {...props} className={holder ? undefined : 'xl:col-span-2'}>
        <Panel
          title={t('holds')}
          hint={locks.length > 0 ? t('count', { count: locks.length, n: format.count(locks.length) }) : null}
          right={<Coverage answer={answer} />}
        >
          {rows.length === 0 ? <Nothing answer={answer} /> : <HeldLocks rows={rows} />}
        </Panel>
      </div>
    </div>
  );
}

/** How much was looked at for this. */
function Coverage({ answer: { coverage } }: { answer: HolderAnswer }) {
  const t = useT('locks');
  const format = useFormat();
  return (
    <span className="num text-xs max-sm:hidden">
      {t('summary.coverage', {
        names: format.share(coverage.names),
        contents: format.share(coverage.contents),
      })}
      <Readings />
    </span>
  );
}

/** It holds nothing, or nothing that was found yet. */
function Nothing({ answer: { coverage } }: { answer: HolderAnswer }) {
  const t = useT('holders');
  const [target] = useTarget();
  const covered = coverage.names >= 1 && coverage.contents >= 1;
  const Icon = covered ? LockOpen : Radar;
  return (
    <EmptyState
      icon={<Icon size={20} aria-hidden />}
      title={t(covered ? 'nothing.title' : 'nothing.notYet')}
      action={
        <Link href={withTarget('/locks', target)} className="font-medium text-info hover:underline">
          {t('nothing.all')}
        </Link>
      }
    >
      {t(covered ? 'nothing.text' : 'nothing.notYetText')}
    </EmptyState>
  );
}

function idOf({ id }: Holding): string {
  return id;
}
