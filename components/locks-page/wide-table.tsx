'use client';

import { useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Checkbox } from '@/components/ui/checkbox';
import { cx } from '@/components/ui/cx';
import { useStored } from '@/components/ui/use-stored';
import { descByDefault } from '@/lib/contract/codes';
import type { LockFilter } from '@/lib/contract/locks';
import { COLUMN_STYLE, COLUMNS, type ColumnId, FEATURES } from '../list-parts/columns';
import { MoreSentinel } from '../list-parts/more-sentinel';
import { useHiddenColumns } from '../list-parts/use-hidden-columns';
import type { ListProps } from './list-props';
import { selectionStateOf } from './selection';
import { TableRow } from './table-row';
import { TombstoneRow } from './tombstone';
import { useListRows } from './use-list-rows';

const HEAD_HEIGHT = 32;
const SELECT_WIDTH = 44;
const KEY_WIDTH = 220;
const ROW_HEIGHT = { comfortable: 36, compact: 28 };

/** The locks as a table whose head stays. */
export function WideTable(props: ListProps) {
  const { rows, folds, stoodFor, selection, tombstones, rowCount, onMore } = props;
  const t = useT('locks');
  const [density] = useStored('lockscope-density', 'comfortable');
  const rowHeight = density === 'compact' ? ROW_HEIGHT.compact : ROW_HEIGHT.comfortable;
  const { view, body } = useListRows<HTMLTableSectionElement>(props, { rowHeight, headHeight: HEAD_HEIGHT });
  const { visibility } = useHiddenColumns();
  const drawn = view.items.map(({ index }) => index).join();
  const data = useMemo(() => drawn.split(',').flatMap((index) => rows[Number(index)] ?? []), [rows, drawn]);
  const table = useTable({
    features: FEATURES,
    columns: COLUMNS,
    data,
    getRowId: (row) => row.lock.id,
    state: { columnVisibility: visibility },
  });
  const columns = table.getVisibleLeafColumns().map(({ id }) => id as ColumnId);
  const models = table.getRowModel().rows;
  const span = columns.length + 1;
  return (
    <table
      aria-rowcount={rowCount + 1}
      style={{ minWidth: widthOf(columns) }}
      className="num w-full table-fixed border-separate border-spacing-0 [&_td]:border-inherit [&_tr]:border-line"
    >
      <caption className="sr-only">{t('table.caption')}</caption>
      <colgroup>
        <col style={{ width: SELECT_WIDTH }} />
        {columns.map((id) => (
          <col key={id} style={{ width: COLUMN_STYLE[id].width }} />
        ))}
      </colgroup>
      <Head {...props} columns={columns} />
      <tbody {...body} className="[&>tr>*]:border-line [&>tr>*]:border-b">
        {view.items.map(({ index, gap }, i) => {
          const model = models[i];
          if (!model) return null;
          const { id } = model.original.lock;
          const done = tombstones.get(id);
          const fold = folds.get(id);
          return (
            <Fragment key={id}>
              {gap > 0 ? <Spacer height={gap} span={span} /> : null}
              {done ? (
                <TombstoneRow
                  done={done}
                  index={index}
                  columns={columns.length}
                  fold={fold}
                  onFold={() => props.actions.fold(id)}
                  onDismiss={() => props.onDismiss(id)}
                />
              ) : (
                <TableRow
                  row={model}
                  index={index}
                  fold={fold}
                  chosen={selectionStateOf(selection, stoodFor[index] ?? [])}
                  columns={columns.join()}
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
    </table>
  );
}

/** The columns at their widths, and room for a key. */
function widthOf(columns: readonly ColumnId[]): number {
  return columns.reduce((sum, id) => sum + (COLUMN_STYLE[id].width ?? KEY_WIDTH), SELECT_WIDTH);
}

function Head({
  stoodFor,
  selection,
  filter,
  onSort,
  onSelectAll,
  columns,
}: ListProps & { columns: ColumnId[] }) {
  const t = useT('locks');
  const chosen = selectionStateOf(selection, stoodFor.flat());
  return (
    <thead className="sticky top-0 z-10 bg-surface text-3 text-xs">
      <tr aria-rowindex={1} className="h-8 [&>th]:border-line [&>th]:border-b">
        <th scope="col" className="ps-3">
          <Checkbox
            label={t('table.selectAll')}
            checked={chosen === 'all'}
            mixed={chosen === 'some'}
            onChange={onSelectAll}
          />
        </th>
        {columns.map((id) => (
          <HeadCell key={id} id={id} filter={filter} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell({ id, filter, onSort }: { id: ColumnId } & Pick<ListProps, 'filter' | 'onSort'>) {
  const t = useT('locks');
  const { sort, end } = COLUMN_STYLE[id];
  const style = cx('px-2 last:pe-4', end && 'text-end');
  if (!sort) {
    return (
      <th scope="col" className={style}>
        {t(`column.${id}`)}
      </th>
    );
  }
  const isSorted = sortsBy(filter, id);
  const Arrow = filter.desc ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (filter.desc ? 'descending' : 'ascending') : 'none'}
      className={style}
    >
      <button
        type="button"
        onClick={() => onSort(sort, filter.sort === sort ? !filter.desc : descByDefault(sort))}
        className={cx(
          'inline-flex h-6 items-center gap-1 rounded-sm hover:text-1',
          isSorted && 'font-semibold text-1',
        )}
      >
        {t(`column.${id}`)}
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </th>
  );
}

/** Harm begins with the state, so its order shows at the verdict. */
function sortsBy({ sort }: LockFilter, id: ColumnId): boolean {
  return COLUMN_STYLE[id].sort === sort || (id === 'verdict' && sort === 'harm');
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row has nothing to focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height }} className="p-0" />
    </tr>
  );
}
