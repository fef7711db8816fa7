import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { columnOf } from '@/components/list-parts/columns';
import { HolderText } from '@/components/lock-parts/holder-text';
import { columnsOf, EDGE } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { Overview } from '@/lib/contract/overview';
import { countOf } from '@/lib/domain/values/counted';
import { Sparkline } from './sparkline';

type Worst = Overview['worst'][number];
type Row = Worst & { left: boolean };

const KEY = columnOf('key');

/** The locks that cost most: a table, or rows of three short lines where it is narrow. */
export function WorstTable({ worst }: { worst: readonly Worst[] }) {
  const t = useT('overview');
  const common = useT('common');
  const format = useFormat();
  const columns = columnsOf<Row>()(
    { ...columnOf('verdict'), lineClass: 'flex-1 overflow-hidden' },
    { ...KEY, names: false, cell: KEY.line ?? KEY.cell, lineClass: '-my-0.5' },
    {
      ...columnOf('holder'),
      width: 124,
      cellClass: 'text-2',
      cell: ({ lock }) => <HolderText lock={lock} compact />,
      line: ({ lock }) => <HolderText lock={lock} compact />,
      lineClass: 'truncate',
    },
    {
      id: 'harm',
      width: 72,
      end: true,
      cellClass: 'font-semibold',
      cell: ({ lock: { waiterSeconds } }) =>
        waiterSeconds === null ? (
          <span className="font-normal text-3">{common('unknown')}</span>
        ) : (
          format.seconds(waiterSeconds)
        ),
    },
    {
      id: 'waiting',
      width: 84,
      cell: ({ lock, waiting }) => <Sparkline values={waiting} state={lock.state} />,
    },
    {
      ...columnOf('waiters'),
      width: 60,
      line: ({ lock }) => {
        const read = countOf(lock.waiters.count);
        return read.known ? t('worst.waitingCount', { count: read.count }) : t('worst.waitersUnknownShort');
      },
    },
    columnOf('age'),
    { ...columnOf('lease'), width: 160, lineClass: 'w-[150px] shrink-0' },
  );
  const table = {
    caption: t('worst.caption'),
    columns,
    heads: (id: (typeof columns)[number]['id']) => t(`worst.${id}`),
    rows: worst.map((row) => ({ ...row, left: false })),
    rowKey: ({ lock }: Row) => lock.id,
  };
  return (
    <>
      <div className="scroll-thin overflow-x-auto max-sm:hidden">
        <DataTable {...table} className="num min-w-[860px] table-fixed" pad={`overflow-hidden ${EDGE}`} />
      </div>
      <div className="sm:hidden">
        <DataTable
          {...table}
          narrow
          lines={[['verdict', 'lease'], ['key'], ['holder', 'waiters', 'age']]}
          itemClass="px-3 py-2 last:border-b-0"
        />
      </div>
    </>
  );
}
