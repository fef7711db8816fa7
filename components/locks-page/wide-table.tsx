'use client';

import { Fragment, useMemo } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Checkbox } from '@/components/ui/checkbox';
import type { TableColumn } from '@/components/ui/data-table/column';
import { TableFrame } from '@/components/ui/data-table/table-parts';
import { useStored } from '@/components/ui/use-stored';
import { descByDefault, type LockSort } from '@/lib/contract/codes';
import type { LockFilter } from '@/lib/contract/locks';
import { type ColumnId, KEY_WIDTH } from '../list-parts/columns';
import { MoreSentinel } from '../list-parts/more-sentinel';
import { useHiddenColumns } from '../list-parts/use-hidden-columns';
import type { ListProps } from './list-props';
import { ROW_COLUMNS } from './row-columns';
import { selectionStateOf } from './selection';
import { CELL, RowCheckbox, type SelectRow, TableRow } from './table-row';
import { TombstoneRow } from './tombstone';
import { useListRows } from './use-list-rows';

const HEAD_HEIGHT = 32;
const ROW_HEIGHT = { comfortable: 36, compact: 28 };
/** What the server is asked for by the head of a column. */
const SORTS: Readonly<Record<string, LockSort>> = {
  verdict: 'verdict',
  key: 'key',
  waiters: 'waiters',
  age: 'age',
  lease: 'ttl',
};
const WIDE_COLUMNS: readonly TableColumn<SelectRow, ColumnId | 'select'>[] = [
  { id: 'select', width: 44, className: 'ps-3! pe-0!', cell: (row) => <RowCheckbox {...row} /> },
  ...ROW_COLUMNS,
];

/** The locks as a table whose head stays. */
export function WideTable(props: ListProps) {
  const { rows, folds, stoodFor, selection, tombstones, rowCount, filter, onMore } = props;
  const t = useT('locks');
  const [density] = useStored('lockscope-density', 'comfortable');
  const rowHeight = density === 'compact' ? ROW_HEIGHT.compact : ROW_HEIGHT.comfortable;
  const { view, body } = useListRows<HTMLTableSectionElement>(props, { rowHeight, headHeight: HEAD_HEIGHT });
  const { visibility, fits } = useHiddenColumns();
  const columns = useMemo(
    () =>
      WIDE_COLUMNS.filter(({ id }) => visibility[id] ?? true).map((column) => ({
        ...column,
        fits: fits(column.id),
      })),
    [visibility, fits],
  );
  const span = columns.filter((column) => !column.fits).length;
  const chosen = selectionStateOf(selection, stoodFor.flat());
  return (
    <TableFrame
      caption={t('table.caption')}
      className="num [&_td]:border-inherit [&_tr]:border-line"
      columns={columns}
      heads={(id) =>
        id === 'select' ? (
          <Checkbox
            label={t('table.selectAll')}
            checked={chosen === 'all'}
            mixed={chosen === 'some'}
            onChange={props.onSelectAll}
          />
        ) : (
          t(`column.${id}`)
        )
      }
      sort={{ by: sortedBy(filter), desc: filter.desc, onSort: sortBy }}
      rowCount={rowCount}
      pad={CELL}
      room={KEY_WIDTH}
      sticky
    >
      <tbody {...body} className="[&>tr>*]:border-line [&>tr>*]:border-b">
        {view.items.map(({ index, gap }) => {
          const row = rows[index];
          if (!row) return null;
          const { id } = row.lock;
          const done = tombstones.get(id);
          const fold = folds.get(id);
          return (
            <Fragment key={id}>
              {gap > 0 ? <Spacer height={gap} span={span} /> : null}
              {done ? (
                <TombstoneRow
                  done={done}
                  index={index}
                  columns={span - 1}
                  fold={fold}
                  onFold={() => props.actions.fold(id)}
                  onDismiss={() => props.onDismiss(id)}
                />
              ) : (
                <TableRow
                  {...row}
                  index={index}
                  fold={fold}
                  onFold={props.actions.fold}
                  chosen={selectionStateOf(selection, stoodFor[index] ?? [])}
                  columns={columns}
                  actions={props.actions}
                />
              )}
            </Fragment>
          );
        })}
        {view.after > 0 ? <Spacer height={view.after} span={span} /> : null}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={span}>
            <MoreSentinel onNear={onMore} />
            {props.loadingMore ? <p className="px-4 py-2 text-3 text-sm">{t('table.more')}</p> : null}
          </td>
        </tr>
      </tfoot>
    </TableFrame>
  );

  function sortBy(id: string) {
    const sort = SORTS[id];
    if (sort) props.onSort(sort, filter.sort === sort ? !filter.desc : descByDefault(sort));
  }
}

/** Harm begins with the state, so its order shows at the verdict. */
function sortedBy({ sort }: LockFilter): ColumnId {
  return sort === 'harm' ? 'verdict' : sort === 'ttl' ? 'lease' : sort;
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row has nothing to focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height }} className="p-0" />
    </tr>
  );
}
