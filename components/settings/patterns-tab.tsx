import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';
import { FailureBox } from '@/components/ui/failure-box';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import { possibleQueries } from '@/lib/api/queries';
import type { SettingsAnswer } from '@/lib/contract/settings';
import { type PatternRow, patternRowsOf } from './pattern-rows';

/** Which keys are locks and which are none, as it is in effect: by the configuration, and by decisions of operators. */
export function PatternsTab({ answer: { targets } }: { answer: SettingsAnswer }) {
  const t = useT('patterns');
  const possible = useQuery(possibleQueries.all(null));
  const rows = patternRowsOf(targets, possible.data?.decisions ?? []);
  const isForgotten = possible.data?.kept === 'memory';
  return (
    <Panel title={t('title')} hint={t('hint')}>
      {possible.error ? (
        <FailureBox lead={t('unread')} className="m-3">
          {possible.error.message}
        </FailureBox>
      ) : null}
      {rows.length === 0 ? (
        possible.data ? (
          <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
        ) : possible.error ? null : (
          <LoadingState label={t('loading')}>
            <Skeleton className="m-3 h-24" />
          </LoadingState>
        )
      ) : (
        <DataTable
          caption={t('caption')}
          scroll="overflow-x-auto"
          columns={[
            { id: 'target', head: t('target'), cellClass: 'font-semibold', cell: ({ target }) => target },
            {
              id: 'glob',
              head: t('glob'),
              names: true,
              cellClass: 'wrap-anywhere max-sm:w-full',
              cell: ({ glob }) => (
                <bdi dir="ltr" className="mono">
                  {glob}
                </bdi>
              ),
            },
            { id: 'is', head: t('is'), cell: (row) => t(row.releases ? 'releases' : row.is) },
            {
              id: 'from',
              head: t('from'),
              cellClass: 'text-2 max-sm:w-full',
              cell: (row) => <From row={row} isForgotten={isForgotten} />,
            },
          ]}
          rows={rows}
          rowKey={({ key }) => key}
          pad="sm:px-3 sm:py-2"
          headClass="whitespace-nowrap"
          rowClass="align-top hover:bg-hover"
          stacks="max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-3 max-sm:py-2"
        />
      )}
      <div className="flex flex-col gap-1 border-line border-t px-3 py-2.5 text-3 text-sm">
        <p>{t('order')}</p>
        <p>
          <Link href="/possible" className="inline-flex min-h-6 items-center text-info underline">
            {t('change')}
          </Link>
        </p>
      </div>
    </Panel>
  );
}

function From({ row: { from }, isForgotten }: { row: PatternRow; isForgotten: boolean }) {
  const t = useT('patterns');
  const format = useFormat();
  if (from.is === 'decision') {
    const decided = t('decided', { by: from.by, time: format.moment(from.atMs) });
    return isForgotten ? `${decided}, ${t('forgotten')}` : decided;
  }
  const { setting, source } = from;
  if (source?.is === 'file') return t('inFile', { setting, key: source.key, file: source.file });
  return source?.is === 'variables' ? t('variable', { setting }) : t('sample');
}
