'use client';

import type { TableColumn } from '@/components/ui/data-table/column';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { COLUMNS, type ColumnId } from '../list-parts/columns';
import type { Fold } from '../list-parts/fold-multi-locks';
import type { ShownRow } from '../list-parts/shown-row';
import { FoldToggle } from './fold-toggle';

export type LockRow = ShownRow & { fold?: Fold | undefined; onFold?: ((lead: LockId) => void) | undefined };

/** The columns of a lock, and beside its key how many others it stands for. */
export const ROW_COLUMNS: readonly TableColumn<LockRow, ColumnId>[] = COLUMNS.map((column) => {
  const { id, cell, line = cell } = column;
  return id === 'key'
    ? { ...column, cell: beside(cell, 'gap-4'), line: beside(line, 'gap-2 justify-between') }
    : column;
});

function beside(key: (row: ShownRow) => React.ReactNode, style: string) {
  return (row: LockRow) => (
    <span className={`flex min-w-0 items-center ${style}`}>
      {key(row)}
      <FoldToggle lock={row.lock} fold={row.fold} onToggle={() => row.onFold?.(row.lock.id)} />
    </span>
  );
}
