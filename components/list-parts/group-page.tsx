'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { PageFailure } from '@/components/app/page-state';
import { useBusy } from '@/components/ui/use-busy';
import { type Standing, useStanding } from '@/components/ui/use-standing';
import type { Coverage } from '@/lib/contract/nodes';
import { Summary } from './list-heading';
import { ListPage } from './list-page';
import { ListSkeleton } from './list-states';
import type { UseLockFilter } from './use-lock-filter';

type Answer = { matched: number; coverage: Coverage };

type Props<Groups extends Answer, Row> = {
  query: UseQueryResult<Groups>;
  lockFilter: UseLockFilter;
  heading(summary: ReactNode): ReactNode;
  summaryText(answer: Groups): string;
  /** Names the part that scrolls, which `scroller` is. */
  label: string;
  scroller: Ref<HTMLElement>;
  /** What is loading; by default the locks. */
  loading?: string;
  rowsOf(answer: Groups): readonly Row[];
  idOf(row: Row): string;
  empty(answer: Groups, onClear: () => void): ReactNode;
  /** `frozen` = the reader is among the rows, so none of them moves. */
  children(rows: readonly Standing<Row>[], frozen: boolean): ReactNode;
};

/** A page of what locks that match a filter come together in, all of it in one answer. */
export function GroupPage<Groups extends Answer, Row>(props: Props<Groups, Row>) {
  const { query, lockFilter, heading, summaryText, label, scroller, loading } = props;
  const { filter, setQ } = lockFilter;
  const answer = query.data;
  const { busy, props: watched } = useBusy();
  const name = query.isPlaceholderData ? '' : JSON.stringify([filter.q, filter.target]);
  const rows = useStanding(name, answer ? props.rowsOf(answer) : [], props.idOf, busy);
  return (
    <ListPage
      heading={heading(
        answer ? (
          <Summary text={summaryText(answer)} count={answer.matched} coverage={answer.coverage} />
        ) : null,
      )}
      q={filter.q}
      onQ={setQ}
      query={query}
      label={label}
      scroller={scroller}
    >
      {content()}
    </ListPage>
  );

  function content() {
    if (!answer) {
      if (query.error) return <PageFailure error={query.error} onRetry={query.refetch} />;
      return <ListSkeleton {...(loading !== undefined && { label: loading })} />;
    }
    if (rows.length === 0) return props.empty(answer, () => setQ('', 'step'));
    return <div {...watched}>{props.children(rows, busy)}</div>;
  }
}
