'use client';

import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useRef, useState } from 'react';
import { PageFailure } from '@/components/app/page-state';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ByWidth } from '@/components/list-parts/by-width';
import { ListPage } from '@/components/list-parts/list-page';
import { ListSkeleton } from '@/components/list-parts/list-states';
import { useLockFilter } from '@/components/list-parts/use-lock-filter';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/states';
import { pastQueries } from '@/lib/api/past-queries';
import type { PastMoment } from '@/lib/contract/history/past';
import { countOf } from '@/lib/domain/values/counted';
import { Unwatched } from '../past-parts/unwatched';
import { PastTable } from './past-table';

/** Rows of one step; so many more each time they are asked for. */
const STEP = 200;
const MOST = 1_000;

/** The locks as they were at a moment, the worst first; nothing can be done to them. */
export function PastLocksPage({ atMs }: { atMs: number }) {
  const t = useT('rewind');
  const locks = useT('locks');
  const scroller = useRef<HTMLDivElement>(null);
  const { filter, setQ } = useLockFilter();
  const [limit, setLimit] = useState(STEP);
  const query = useQuery(pastQueries.moment(atMs, filter.q, filter.target, limit));
  const { data } = query;
  return (
    <ListPage
      heading={
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-title text-xl">{locks('title')}</h1>
          {data ? <Summary answer={data} /> : null}
        </div>
      }
      q={filter.q}
      onQ={setQ}
      query={query}
      label={locks('title')}
      scroller={scroller}
    >
      {content()}
    </ListPage>
  );

  function content() {
    if (!data)
      return query.error ? <PageFailure error={query.error} onRetry={query.refetch} /> : <ListSkeleton />;
    return (
      <>
        <Unwatched targets={data.unwatched} className="mx-4 my-3" />
        {data.locks.length === 0 ? (
          <Nothing answer={data} q={filter.q} onClear={() => setQ('', 'step')} />
        ) : (
          <ByWidth>{(narrow) => <PastTable locks={data.locks} atMs={atMs} narrow={narrow} />}</ByWidth>
        )}
        {data.locks.length < data.matched && limit < MOST ? (
          <p className="px-4 py-2">
            <Button size="sm" onClick={() => setLimit(limit + STEP)}>
              {t('more')}
            </Button>
          </p>
        ) : null}
      </>
    );
  }
}

/** How many, and how many were held and waited. */
function Summary({ answer: { locks, matched, counts } }: { answer: PastMoment }) {
  const t = useT('rewind');
  const format = useFormat();
  const held = countOf(counts.held);
  const waiting = countOf(counts.waiting);
  return (
    <p className="num text-3 text-sm">
      {[
        t('summary.showing', { shown: format.count(locks.length), matched: format.count(matched) }),
        held.known
          ? t('summary.held', { count: held.count, n: format.count(held.count) })
          : t('summary.heldUnknown'),
        waiting.known
          ? t('summary.waiting', { count: waiting.count, n: format.count(waiting.count) })
          : t('summary.waitingUnknown'),
      ].join(' · ')}
    </p>
  );
}

/** No row: because nothing was held, because nothing matches, or because nobody looked. */
function Nothing({ answer, q, onClear }: { answer: PastMoment; q: string; onClear(): void }) {
  const t = useT('rewind');
  const locks = useT('locks');
  const kind = answer.unwatched.length > 0 ? 'unknown' : q !== '' ? 'noMatch' : 'none';
  return (
    <EmptyState
      icon={<History size={20} aria-hidden />}
      title={t(`nothing.${kind}`)}
      action={q === '' ? undefined : <Button onClick={onClear}>{locks('filter.clear')}</Button>}
    >
      {t(`nothing.${kind}Text`)}
    </EmptyState>
  );
}
