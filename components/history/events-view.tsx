'use client';

import { useQuery } from '@tanstack/react-query';
import { PageState } from '@/components/app/page-state';
import { RefreshNote } from '@/components/app/refresh-note';
import { TableSkeleton } from '@/components/app/table-skeleton';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Panel } from '@/components/ui/panel';
import { EmptyState } from '@/components/ui/states';
import { historyQueries, type TimeRange } from '@/lib/api/history-queries';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import { HistoryEventsTable } from './events-table';

/** Everything that is worth a mark in the range, the newest first: the table behind the dotted lines of the charts. */
export function EventsView({ scope, range }: { scope: HistoryScope; range: TimeRange }) {
  const t = useT('history');
  const format = useFormat();
  const query = useQuery(historyQueries.marks(scope, range));
  const { data, error, refetch } = query;
  if (!data) {
    return (
      <PageState
        title={t('events.title')}
        error={error}
        onRetry={refetch}
        loading={t('events.loading')}
        skeleton={<TableSkeleton />}
      />
    );
  }
  const n = format.count(data.marks.length);
  return (
    <>
      <RefreshNote query={query} />
      <Panel
        title={t('events.title')}
        hint={t(data.more ? 'events.more' : 'events.hint', { n, count: data.marks.length })}
      >
        {data.marks.length === 0 ? (
          <EmptyState title={t('events.empty')}>{t('events.emptyText')}</EmptyState>
        ) : (
          <HistoryEventsTable marks={data.marks.toReversed()} />
        )}
      </Panel>
    </>
  );
}
