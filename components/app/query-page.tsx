'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageBody } from './page-frame';
import { PageState } from './page-state';
import { RefreshNote } from './refresh-note';
import { TableSkeleton } from './table-skeleton';

type Props<Data> = {
  /** The page's heading, for as long as there is nothing else. */
  title: string;
  loading: string;
  query: UseQueryResult<Data>;
  /** The page's shape while it loads; default: a heading and a table. */
  skeleton?: ReactNode;
  children(data: Data): ReactNode;
};

/** A page of one query: what it answers, also when it could not be refreshed; else that it loads or why it failed. */
export function QueryPage<Data>({ title, loading, query, skeleton, children }: Props<Data>) {
  return (
    <PageBody>
      <RefreshNote query={query} />
      {query.data !== undefined ? (
        children(query.data)
      ) : (
        <PageState
          title={title}
          error={query.error}
          onRetry={query.refetch}
          loading={loading}
          skeleton={skeleton ?? <TableSkeleton />}
        />
      )}
    </PageBody>
  );
}
