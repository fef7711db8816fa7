'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { PageFailure } from '@/components/app/page-state';
import { useStopKeys } from '@/components/app/use-stop-keys';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HeadingLine, Summary } from '@/components/list-parts/list-heading';
import { ListPage } from '@/components/list-parts/list-page';
import { ListSkeleton } from '@/components/list-parts/list-states';
import { MoreSentinel } from '@/components/list-parts/more-sentinel';
import { useLockFilter } from '@/components/list-parts/use-lock-filter';
import { useNarrow } from '@/components/list-parts/use-narrow';
import { useBusy } from '@/components/ui/use-busy';
import { type Standing, useStanding } from '@/components/ui/use-standing';
import { holderQueries } from '@/lib/api/queries';
import type { HolderSummary, HoldersAnswer } from '@/lib/contract/groups';
import { HoldersEmpty } from './holders-empty';
import { HoldersList } from './holders-list';
import { HoldersTable } from './holders-table';

/** So many are drawn at first, and again each time the end comes near. */
const STEP = 200;

/** Whoever holds the locks that match a filter, and how much; the one with the most urgent lock first. */
export function HoldersPage() {
  const t = useT('holders');
  const format = useFormat();
  const { filter, setQ } = useLockFilter();
  const { q, target } = filter;
  const query = useQuery(holderQueries.list(q, target));
  const { data: answer } = query;
  const body = useStopKeys<HTMLElement>('a[href^="/holders/"]');
  const { busy, props } = useBusy();
  const name = query.isPlaceholderData ? '' : JSON.stringify([q, target]);
  const rows = useStanding(name, answer?.holders ?? NONE, refOf, busy);
  return (
    <ListPage
      heading={
        <HeadingLine
          title={t('index.title')}
          summary={
            answer ? (
              <Summary text={summaryText(answer)} count={answer.matched} coverage={answer.coverage} />
            ) : null
          }
        />
      }
      q={q}
      onQ={setQ}
      query={query}
      label={t('index.title')}
      scroller={body}
    >
      {content()}
    </ListPage>
  );

  function content() {
    if (!answer) {
      if (query.error) return <PageFailure error={query.error} onRetry={query.refetch} />;
      return <ListSkeleton label={t('index.loading')} />;
    }
    if (rows.length === 0) {
      return <HoldersEmpty answer={answer} filter={filter} onClear={() => setQ('', 'step')} />;
    }
    return (
      <div {...props}>
        <Holders rows={rows} />
      </div>
    );
  }

  function summaryText({ holders, matched, anonymous }: HoldersAnswer): string {
    const shown = t('index.summary', {
      loaded: format.count(holders.length),
      matched: format.count(matched),
      count: matched,
    });
    if (anonymous === 0) return shown;
    return `${shown} · ${t('index.anonymous', { count: anonymous, n: format.count(anonymous) })}`;
  }
}

function Holders({ rows }: { rows: readonly Standing<HolderSummary>[] }) {
  const isNarrow = useNarrow();
  const [drawn, setDrawn] = useState(STEP);
  const more = useCallback(() => setDrawn((now) => now + STEP), []);
  const shown = rows.slice(0, drawn);
  return (
    <>
      {isNarrow ? <HoldersList rows={shown} /> : <HoldersTable rows={shown} />}
      <MoreSentinel key={drawn} onNear={drawn < rows.length ? more : null} />
    </>
  );
}

const NONE: readonly HolderSummary[] = [];

function refOf({ ref }: HolderSummary): string {
  return ref;
}
