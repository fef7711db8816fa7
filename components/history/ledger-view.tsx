'use client';

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { PageState } from '@/components/app/page-state';
import { RefreshNote } from '@/components/app/refresh-note';
import { TableSkeleton } from '@/components/app/table-skeleton';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { downloadFrom } from '@/components/ui/download';
import { Panel } from '@/components/ui/panel';
import { EmptyState } from '@/components/ui/states';
import { historyQueries, rangeAsked, type TimeRange } from '@/lib/api/history-queries';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import { endpointPath } from '@/lib/contract/request';
import { fileName } from '../charts/chart-files';
import { LedgerTable } from './ledger-table';

/** Holds that expired while they were held, as is proven: by how much, and what lease would have been enough. */
export function LedgerView({ scope, range }: { scope: HistoryScope; range: TimeRange }) {
  const t = useT('history');
  const format = useFormat();
  const query = useQuery(historyQueries.ledger(scope, range));
  const { data, error, refetch } = query;
  if (!data) {
    return (
      <PageState
        title={t('ledger.title')}
        error={error}
        onRetry={refetch}
        loading={t('ledger.loading')}
        skeleton={<TableSkeleton />}
      />
    );
  }
  const shown = { fromMs: data.fromMs, toMs: data.toMs };
  const csv = () =>
    downloadFrom(
      endpointPath('GET /api/history/ledger', { query: { ...rangeAsked(scope, shown), format: 'csv' } }),
      fileName('ledger', data.fromMs, 'csv'),
    );
  const hint = t('ledger.hint', {
    n: format.count(data.holds),
    count: data.holds,
    families: data.matched,
  });
  return (
    <>
      <RefreshNote query={query} />
      <Panel
        title={t('ledger.title')}
        hint={hint}
        right={
          <Button size="sm" variant="ghost" icon={<Download size={14} aria-hidden />} onClick={csv}>
            {t('ledger.csv')}
          </Button>
        }
      >
        {data.rows.length === 0 ? (
          <EmptyState title={t('ledger.empty')}>{t('ledger.emptyText')}</EmptyState>
        ) : (
          <LedgerTable rows={data.rows} range={shown} />
        )}
      </Panel>
    </>
  );
}
