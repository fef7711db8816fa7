'use client';

import { FlexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Checkbox } from '@/components/ui/checkbox';
import { cx } from '@/components/ui/cx';
import { COLUMN_STYLE, type ColumnId, type FEATURES } from './columns';
import type { ShownRow } from './frozen-order';

export type RowActions = { select(id: string, on: boolean, range: boolean): void };

type Props = {
  row: Row<typeof FEATURES, ShownRow>;
  /** Place in the whole list, from 0. */
  index: number;
  selected: boolean;
  /** Names the columns shown. */
  columns: string;
  actions: RowActions;
};

/** One lock. The key is the link; the row itself does nothing. */
export const TableRow = memo(
  function TableRow({ row, index, selected, actions }: Props) {
    const { lock, left } = row.original;
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
          left && 'text-3',
        )}
      >
        <td className="ps-3">
          <RowCheckbox lock={lock} selected={selected} actions={actions} />
        </td>
        {row.getVisibleCells().map((cell) => {
          const id = cell.column.id as ColumnId;
          const style = cx(
            'overflow-hidden px-2 last:pe-4',
            COLUMN_STYLE[id].end && 'text-end',
            id === 'key' && 'overflow-visible',
          );
          return id === 'key' ? (
            <th key={cell.id} scope="row" className={cx(style, 'font-normal')}>
              <FlexRender cell={cell} />
            </th>
          ) : (
            <td key={cell.id} className={style}>
              <FlexRender cell={cell} />
            </td>
          );
        })}
      </tr>
    );
  },
  (a, b) =>
    a.row.original === b.row.original &&
    a.index === b.index &&
    a.selected === b.selected &&
    a.columns === b.columns &&
    a.actions === b.actions,
);

type CheckboxProps = { lock: ShownRow['lock']; selected: boolean; actions: RowActions };

/** Takes the row in or out; with shift, every row since the last one. */
export function RowCheckbox({ lock, selected, actions }: CheckboxProps) {
  const t = useT('locks');
  let range = false;
  return (
    <Checkbox
      checked={selected}
      label={t('row.select', { key: lock.key.text })}
      onClick={(event) => {
        range = event.shiftKey;
      }}
      onChange={(on) => actions.select(lock.id, on, range)}
    />
  );
}
