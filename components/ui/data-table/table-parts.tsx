import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx';
import type { Sort, TableColumn } from './column';

export type Frame<Row, Id extends string = string> = {
  caption: string;
  columns: readonly TableColumn<Row, Id>[];
  /** What stands over a column that has no head of its own. */
  heads?: (id: Id) => ReactNode;
  /** Of the table; default: figures that change. */
  className?: string;
  /** Of the row of heads. */
  headClass?: string;
  /** Padding of every cell. */
  pad?: string;
  /** Room for a column without a width: widths are kept, and a narrower window scrolls. */
  room?: number;
  /** The head stays in sight. */
  sticky?: boolean;
  /** Where it is narrow rows are lines, whose class this is, and the head is for screen readers. */
  stacks?: string;
  sort?: Sort<NoInfer<Id>>;
  /** Rows that there are, drawn or not. */
  rowCount?: number;
};

/** Caption, widths and head of a table. */
export function TableFrame<Row, Id extends string>({
  children,
  ...frame
}: Frame<Row, Id> & { children: ReactNode }) {
  const {
    caption,
    columns,
    heads,
    className = 'num',
    headClass,
    pad,
    room,
    sticky,
    stacks,
    sort,
    rowCount,
  } = frame;
  const isCounted = rowCount !== undefined;
  return (
    <table
      aria-rowcount={isCounted ? rowCount + 1 : undefined}
      style={room === undefined ? undefined : { minWidth: widthOf(columns, room) }}
      className={cx(
        'w-full',
        room !== undefined && 'table-fixed',
        sticky && 'border-separate border-spacing-0',
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <colgroup className={cx(stacks && 'max-sm:hidden')}>
        {columns.map(({ id, width, fits }) => (
          <col key={id} style={{ width }} className={fits} />
        ))}
      </colgroup>
      <thead
        className={cx('text-3 text-xs', sticky && 'sticky top-0 z-10 bg-surface', stacks && 'max-sm:sr-only')}
      >
        <tr
          aria-rowindex={isCounted ? 1 : undefined}
          className={cx('h-8 [&>*]:border-line [&>*]:border-b', headClass)}
        >
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} pad={pad} sort={sort}>
              {column.head ?? heads?.(column.id)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

function widthOf<Row>(columns: readonly TableColumn<Row>[], room: number): number {
  return columns.reduce(
    (sum, { width, fits }) => sum + (fits ? 0 : typeof width === 'number' ? width : room),
    0,
  );
}

type HeadProps<Row> = {
  column: TableColumn<Row>;
  pad?: string | undefined;
  sort?: Sort | undefined;
  children: ReactNode;
};

function HeadCell<Row>({ column, pad = 'px-3', sort, children }: HeadProps<Row>) {
  const { id, help, sorts, end, className, headClass, fits } = column;
  const isSorted = sort?.by === id;
  const Arrow = sort?.desc ? ArrowDown : ArrowUp;
  // A head that says nothing is none.
  const Tag = children ? 'th' : 'td';
  return (
    <Tag
      scope={children ? 'col' : undefined}
      title={help}
      aria-sort={sort && sorts ? (isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none') : undefined}
      className={cx(pad, end && 'text-end', className, headClass, fits)}
    >
      {sort && sorts ? (
        <button
          type="button"
          onClick={() => sort.onSort(id)}
          className={cx(
            'inline-flex h-6 items-center gap-1 rounded-sm hover:text-1',
            isSorted && 'font-semibold text-1',
          )}
        >
          {children}
          {isSorted ? <Arrow size={12} aria-hidden /> : null}
        </button>
      ) : (
        children
      )}
    </Tag>
  );
}

type CellsProps<Row> = { columns: readonly TableColumn<Row>[]; row: Row; pad?: string | undefined };

/** What stands in each column of one row. */
export function Cells<Row>({ columns, row, pad = 'px-3' }: CellsProps<Row>) {
  return columns.map(({ id, names, end, title, cell, className, cellClass, fits }) => {
    const Tag = names ? 'th' : 'td';
    return (
      <Tag
        key={id}
        scope={names ? 'row' : undefined}
        title={title?.(row)}
        className={cx(pad, names && 'font-normal', end && 'text-end', className, cellClass, fits)}
      >
        {cell(row)}
      </Tag>
    );
  });
}

/** What is said of a group of rows, over them. */
export function GroupHead({
  span,
  className,
  children,
}: {
  span: number;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <tr className={cx('h-row', className)}>
      <th scope="rowgroup" colSpan={span} className="px-3 font-normal">
        {children}
      </th>
    </tr>
  );
}
