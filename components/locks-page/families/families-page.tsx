'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { PageFailure } from '@/components/app/page-state';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ListHeading, Summary } from '@/components/list-parts/list-heading';
import { ListPage } from '@/components/list-parts/list-page';
import { ListEmpty, ListSkeleton } from '@/components/list-parts/list-states';
import { MoreSentinel } from '@/components/list-parts/more-sentinel';
import { useListView } from '@/components/list-parts/use-list-view';
import { useLockFilter } from '@/components/list-parts/use-lock-filter';
import { useNarrow } from '@/components/list-parts/use-narrow';
import { useBusy } from '@/components/ui/use-busy';
import { useStanding } from '@/components/ui/use-standing';
import { familyQueries } from '@/lib/api/queries';
import type { FamiliesAnswer, Family } from '@/lib/contract/groups';
import { FamiliesList } from './families-list';
import type { FamiliesProps } from './families-props';
import { FamiliesTable } from './families-table';
import { useFamilyKeys } from './use-family-keys';

/** So many are drawn at first, and again each time the end comes near. */
const STEP = 200;

/** The locks that match a filter by the shape of their names, the family with the worst lock first. */
export function FamiliesPage() {
  const t = useT('locks');
  const format = useFormat();
  const { filter, setQ } = useLockFilter();
  const { q, target } = filter;
  const query = useQuery(familyQueries.list(q, target));
  const { data: answer } = query;
  const body = useFamilyKeys<HTMLElement>();
  const { busy, props } = useBusy();
  const name = query.isPlaceholderData ? '' : JSON.stringify([q, target]);
  const rows = useStanding(name, answer?.families ?? NONE, nameOf, busy);
  return (
    <ListPage
      heading={
        <ListHeading
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
      label={t('view.families')}
      scroller={body}
    >
      {content()}
    </ListPage>
  );

  function content() {
    if (!answer) {
      return query.error ? <PageFailure error={query.error} onRetry={query.refetch} /> : <ListSkeleton />;
    }
    if (rows.length === 0) {
      return <ListEmpty coverage={answer.coverage} q={q} onClear={() => setQ('', 'step')} />;
    }
    return (
      <div {...props}>
        <Families rows={rows} q={q} target={target} frozen={busy} />
      </div>
    );
  }

  function summaryText({ families, matched }: FamiliesAnswer): string {
    return t('summary.families', {
      loaded: format.count(families.length),
      matched: format.count(matched),
      count: matched,
    });
  }
}

function Families(props: Omit<FamiliesProps, 'open' | 'onToggle'>) {
  const { open, toggle } = useListView();
  const isNarrow = useNarrow();
  const [drawn, setDrawn] = useState(STEP);
  const more = useCallback(() => setDrawn((now) => now + STEP), []);
  const shown = { ...props, rows: props.rows.slice(0, drawn), open, onToggle: toggle };
  return (
    <>
      {isNarrow ? <FamiliesList {...shown} /> : <FamiliesTable {...shown} />}
      <MoreSentinel key={drawn} onNear={drawn < props.rows.length ? more : null} />
    </>
  );
}

const NONE: readonly Family[] = [];

function nameOf({ name }: Family): string {
  return name;
}
