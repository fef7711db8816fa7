'use client';

import { useQuery } from '@tanstack/react-query';
import { RequestState, TimeLeft } from '@/components/actions/asked/request-state';
import { PageFrame } from '@/components/app/page-frame';
import { QueryPage } from '@/components/app/query-page';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EDGE_STACKED } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';
import { approvalQueries } from '@/lib/api/approval-queries';
import type { ApprovalsAnswer } from '@/lib/contract/approval/approvals';

/** Acts that wait for a second person, and those of the last day. */
export function RequestsPage() {
  const t = useT('requests');
  const query = useQuery(approvalQueries.list());
  return (
    <QueryPage title={t('title')} loading={t('loading')} query={query}>
      {(answer) => <Content answer={answer} />}
    </QueryPage>
  );
}

function Content({ answer: { requests, nowMs } }: { answer: ApprovalsAnswer }) {
  const t = useT('requests');
  const access = useT('access');
  const format = useFormat();
  const count = requests.filter(({ state }) => state === 'waiting').length;
  return (
    <PageFrame title={t('title')} hint={t('hint', { count })}>
      {requests.length === 0 ? (
        <div className="panel">
          <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        </div>
      ) : (
        <DataTable
          caption={t('caption')}
          label={t('title')}
          scroll="panel overflow-x-auto"
          className="tabular-nums"
          columns={[
            { id: 'id', end: true, cellClass: 'text-3', cell: ({ id }) => format.count(id) },
            { id: 'action', cellClass: 'font-medium', cell: ({ action }) => t(`action.${action}`) },
            {
              id: 'key',
              cellClass: 'min-w-0 max-w-96 max-sm:basis-full',
              cell: ({ id, key }) => (
                <Link href={`/requests/${id}`} className="mono block truncate font-semibold hover:underline">
                  <bdi dir="ltr" title={key.text}>
                    {key.text}
                  </bdi>
                </Link>
              ),
            },
            { id: 'target', cellClass: 'text-2', cell: ({ target }) => target },
            {
              id: 'asked',
              cell: ({ asked }) => t('person', { name: asked.name, via: access(`via.${asked.via}`) }),
            },
            { id: 'state', cell: ({ state }) => <RequestState state={state} /> },
            {
              id: 'when',
              cellClass: 'whitespace-nowrap text-2',
              cell: ({ state, expiresMs, decided, asked }) =>
                state === 'waiting' ? (
                  <TimeLeft expiresMs={expiresMs} nowMs={nowMs} />
                ) : (
                  format.moment(decided?.atMs ?? asked.atMs)
                ),
            },
          ]}
          heads={(id) => t(`columns.${id}`)}
          rows={requests}
          rowKey={({ id }) => id}
          headClass="whitespace-nowrap"
          pad={`sm:py-1.5 ${EDGE_STACKED}`}
          rowClass="hover:bg-hover sm:h-row"
          stacks="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2.5"
        />
      )}
    </PageFrame>
  );
}
