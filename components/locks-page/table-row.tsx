'use client';

import { memo } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Checkbox } from '@/components/ui/checkbox';
import { cx } from '@/components/ui/cx';
import type { TableColumn } from '@/components/ui/data-table/column';
import { Cells } from '@/components/ui/data-table/table-parts';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { isSameFold } from '../list-parts/fold-multi-locks';
import type { LockRow } from './row-columns';
import type { SelectionState } from './selection';

/** The cells of a lock. */
export const CELL = 'px-2 last:pe-4 [td]:overflow-hidden';

export type RowActions = {
  select(id: LockId, on: boolean, range: boolean): void;
  /** Opens or closes what is folded under this row. */
  fold(id: LockId): void;
};

export type SelectRow = LockRow & { chosen: SelectionState; actions: RowActions };

type Props = SelectRow & {
  columns: readonly TableColumn<SelectRow>[];
  /** Place in the whole list, from 0. */
  index: number;
};

/** One lock. The key is the link; the row itself does nothing. */
export const TableRow = memo(
  function TableRow({ columns, index, ...row }: Props) {
    const isPart = row.fold?.is === 'part';
    const selected = row.chosen === 'all';
    return (
      <tr
        data-index={index}
        aria-rowindex={index + 2}
        aria-selected={selected}
        className={cx(
          'h-row border-line border-b',
          selected
            ? 'bg-selected [&>td:first-child]:shadow-[inset_2px_0_0_var(--info-mark)]'
            : 'hover:bg-hover',
          row.left && 'text-3',
          isPart && '[&>:nth-child(2)]:ps-5! [&>th]:ps-7!',
        )}
      >
        <Cells columns={columns} row={row} pad={CELL} />
      </tr>
    );
  },
  (a, b) =>
    a.lock === b.lock &&
    a.left === b.left &&
    a.index === b.index &&
    isSameFold(a.fold, b.fold) &&
    a.chosen === b.chosen &&
    a.columns === b.columns &&
    a.actions === b.actions,
);

/** Takes the row and what is folded under it in or out; with shift, every row since the last one. */
export function RowCheckbox({ lock, fold, chosen, actions }: SelectRow) {
  const t = useT('locks');
  const format = useFormat();
  const key = lock.key.text;
  const count = fold?.is === 'lead' && !fold.isOpen ? fold.others.length : 0;
  let range = false;
  return (
    <Checkbox
      checked={chosen === 'all'}
      mixed={chosen === 'some'}
      label={
        count === 0 ? t('row.select', { key }) : t('row.selectFolded', { key, count, n: format.count(count) })
      }
      onClick={(event) => {
        range = event.shiftKey;
      }}
      onChange={(on) => actions.select(lock.id, on, range)}
    />
  );
}
