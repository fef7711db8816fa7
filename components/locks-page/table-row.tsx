'use client';

import { FlexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Checkbox } from '@/components/ui/checkbox';
import { cx } from '@/components/ui/cx';
import type { Lock } from '@/lib/contract/lock';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { COLUMN_STYLE, type ColumnId, type FEATURES } from '../list-parts/columns';
import { type Fold, isSameFold } from '../list-parts/fold-multi-locks';
import type { ShownRow } from '../list-parts/shown-row';
import { FoldToggle } from './fold-toggle';
import type { SelectionState } from './selection';

export type RowActions = {
  select(id: LockId, on: boolean, range: boolean): void;
  /** Opens or closes what is folded under this row. */
  fold(id: LockId): void;
};

type Props = {
  row: Row<typeof FEATURES, ShownRow>;
  /** Place in the whole list, from 0. */
  index: number;
  fold: Fold | undefined;
  chosen: SelectionState;
  /** Names the columns shown. */
  columns: string;
  actions: RowActions;
};

/** One lock, and beside its key how many others it stands for. The key is the link; the row itself does nothing. */
export const TableRow = memo(
  function TableRow({ row, index, fold, chosen, actions }: Props) {
    const { lock, left } = row.original;
    const isPart = fold?.is === 'part';
    const selected = chosen === 'all';
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
          <RowCheckbox lock={lock} fold={fold} chosen={chosen} actions={actions} />
        </td>
        {row.getVisibleCells().map((cell) => {
          const id = cell.column.id as ColumnId;
          const style = cx(
            'overflow-hidden px-2 last:pe-4',
            COLUMN_STYLE[id].end && 'text-end',
            id === 'key' && 'overflow-visible',
            isPart && id === 'verdict' && 'ps-5',
            isPart && id === 'key' && 'ps-7',
          );
          return id === 'key' ? (
            <th key={cell.id} scope="row" className={cx(style, 'font-normal')}>
              <span className="flex min-w-0 items-center gap-4">
                <FlexRender cell={cell} />
                <FoldToggle lock={lock} fold={fold} onToggle={() => actions.fold(lock.id)} />
              </span>
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
    isSameFold(a.fold, b.fold) &&
    a.chosen === b.chosen &&
    a.columns === b.columns &&
    a.actions === b.actions,
);

type CheckboxProps = { lock: Lock } & Pick<Props, 'fold' | 'chosen' | 'actions'>;

/** Takes the row and what is folded under it in or out; with shift, every row since the last one. */
function RowCheckbox({ lock, fold, chosen, actions }: CheckboxProps) {
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
