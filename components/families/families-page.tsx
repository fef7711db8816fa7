'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { FilterBar } from '@/components/locks-table/filter-bar';
import { ListHeading, Summary } from '@/components/locks-table/list-heading';
import { ListScroller } from '@/components/locks-table/list-scroller';
import { ListEmpty, ListSkeleton } from '@/components/locks-table/list-states';
import { MoreSentinel } from '@/components/locks-table/more-sentinel';
import { useListView } from '@/components/locks-table/use-list-view';
import { useLockFilter } from '@/components/locks-table/use-lock-filter';
import { useNarrow } from '@/components/locks-table/use-narrow';
import { Failure } from '@/components/shell/page-state';
import { useBusy } from '@/components/ui/use-busy';
import { useStanding } from '@/components/ui/use-standing';
import { familyQueries } from '@/lib/api/queries';
import type { FamiliesAnswer, Family } from '@/lib/domain/api';
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
    <div className="flex h-full min-h-96 flex-col">
      <div className="flex shrink-0 flex-col gap-2 border-line border-b bg-surface px-4 pt-2 pb-2.5">
        <ListHeading
          summary={answer ? <Summary text={summaryText(answer)} coverage={answer.coverage} /> : null}
        />
        <div className="flex items-start gap-2">
          <FilterBar q={q} onChange={setQ} />
        </div>
      </div>
      <ListScroller ref={body} label={t('view.families')} busy={query.isPlaceholderData}>
        {content()}
      </ListScroller>
    </div>
  );

  function content() {
    if (!answer) {
      return query.error ? <Failure error={query.error} onRetry={query.refetch} /> : <ListSkeleton />;
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
