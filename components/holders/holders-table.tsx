'use client';

import { useT } from '@/components/i18n/use-t';
import { ByWidth } from '@/components/list-parts/by-width';
import { WaitingCount, WordList } from '@/components/list-parts/cells';
import { WaitersCell } from '@/components/lock-parts/waiters-cell';
import { columnsOf, EDGE } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { Standing } from '@/components/ui/use-standing';
import type { HolderSummary } from '@/lib/contract/groups';
import { HolderLocks, HolderNameCell, HolderStates, ToldBy } from './holder-cells';

const COLUMNS = columnsOf<Standing<HolderSummary>>()(
  { id: 'verdict', width: 208, cell: (row) => <HolderStates row={row} /> },
  { id: 'holder', names: true, cell: (row) => <HolderNameCell row={row} />, lineClass: 'flex-1' },
  { id: 'toldBy', width: 148, cell: (row) => <ToldBy row={row} /> },
  { id: 'holds', width: 216, cell: (row) => <HolderLocks row={row} /> },
  {
    id: 'waiters',
    width: 72,
    end: true,
    cell: ({ item }) => <WaitersCell count={item.waiting} />,
    line: ({ item }) => <WaitingCount count={item.waiting} />,
    lineClass: 'ms-auto shrink-0 text-2 text-sm',
  },
  { id: 'kind', width: 224, cell: ({ item }) => <WordList words={item.libraries} />, lineClass: 'ms-auto' },
  { id: 'node', width: 120, cell: ({ item }) => <WordList words={item.targets} /> },
);

/** One holder a row. Where everything is on one connection nothing is said about connections. */
export function HoldersTable({ rows }: { rows: readonly Standing<HolderSummary>[] }) {
  const t = useT('holders');
  const locks = useT('locks');
  const targets = new Set(rows.flatMap(({ item }) => item.targets));
  return (
    <ByWidth>
      {(narrow) => (
        <DataTable
          caption={t('index.caption')}
          columns={COLUMNS.filter(({ id }) => id !== 'node' || targets.size > 1)}
          heads={(id) => (id === 'toldBy' || id === 'holds' ? t(id) : locks(`column.${id}`))}
          rows={rows}
          rowKey={({ item }) => item.ref}
          rowProps={({ left }) => ({ className: left ? 'text-3' : undefined })}
          pad={`[td]:overflow-hidden ${EDGE}`}
          room={240}
          sticky
          lined
          narrow={narrow}
          lines={[['verdict', 'waiters'], ['holder'], ['holds', 'kind']]}
          detail="text-sm"
        />
      )}
    </ByWidth>
  );
}
