'use client';

import { useQuery } from '@tanstack/react-query';
import { withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { shortened } from '@/components/lock-parts/shortened';
import { columnsOf } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Link } from '@/components/ui/link';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { historyQueries, type TimeRange } from '@/lib/api/history-queries';
import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import type { DebtSeries } from '@/lib/contract/history/history';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { DebtLine } from './debt-line';

const SHOWN = 5;

type Props = { row: FamilyReportRow; range: TimeRange };

/** The locks of a family with the most contention debt. */
export function WorstKeys({ row: { target, family, waiterSeconds, gap }, range }: Props) {
  const t = useT('families');
  const format = useFormat();
  const { data, error } = useQuery(historyQueries.debt({ target, family, lock: null }, range));
  if (!data) {
    if (error) return <p className="text-2 text-sm">{t('detail.failed', { message: error.message })}</p>;
    return (
      <LoadingState label={t('detail.loading')}>
        <Skeleton className="h-43" />
      </LoadingState>
    );
  }
  const worst = data.locks.slice(0, SHOWN);
  if (worst.length === 0) {
    const why =
      gap !== null ? t(`gap.${gap}`) : t(waiterSeconds === 0 ? 'detail.noKeys' : 'detail.keysNotKept');
    return <p className="text-2 text-sm">{why}</p>;
  }
  const columns = columnsOf<DebtSeries['locks'][number]>()(
    {
      id: 'key',
      names: true,
      cellClass: 'max-w-0 w-full',
      cell: ({ id, key }) => (
        <Link
          href={withTarget(lockPath(id), target)}
          dir="ltr"
          title={key}
          className="mono block truncate leading-6 hover:underline"
        >
          {shortened(key, 40)}
        </Link>
      ),
    },
    {
      id: 'debt',
      end: true,
      cell: ({ waiterSeconds, points }) => (
        <span className="flex items-center justify-end gap-3">
          <DebtLine points={points} />
          <span className="min-w-16 whitespace-nowrap text-end font-semibold">
            {format.duration(waiterSeconds * 1_000)}
          </span>
        </span>
      ),
    },
  );
  return (
    <DataTable
      caption={t('detail.worst')}
      columns={columns}
      heads={(id) => t(`detail.${id}`)}
      rows={worst}
      rowKey={({ id }) => id}
      rowClass="h-7"
      headClass="h-7"
      pad="px-0"
      className="num text-sm"
    />
  );
}
