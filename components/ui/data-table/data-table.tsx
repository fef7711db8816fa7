import { Fragment, type HTMLAttributes, type ReactNode } from 'react';
import { cx } from '../cx';
import { ScrollRegion } from '../scroll-region';
import { useFirstRows } from '../use-first-picture';
import { RowLines } from './row-lines';
import { Cells, type Frame, GroupHead, TableFrame } from './table-parts';

/** Rows that stand together, and what stands over and under them. */
export type RowGroup<Row> = { key: string; head?: ReactNode; rows: readonly Row[]; foot?: ReactNode };

type Rows<Row> = {
  rows?: readonly Row[];
  groups?: readonly RowGroup<Row>[];
  rowKey: (row: Row) => string | number;
  /** Of one row, wide or narrow. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLElement>;
};

type Wide<Row, Id extends string> = Frame<Row, Id> & {
  rowClass?: string;
  /** Of the rows over groups. */
  groupClass?: string;
  /** The last row has a line under it too. */
  lined?: boolean;
  /** It scrolls by itself; the class of what does. */
  scroll?: string;
  /** Name of what scrolls; default: the caption. */
  label?: string;
  /** Under the table, and scrolls with it. */
  after?: ReactNode;
};

type Narrow<Id extends string> = {
  /** Which columns stand on each line of a row. */
  lines?: readonly (readonly NoInfer<Id>[])[];
  /** The rows are lines, not cells. */
  narrow?: boolean | undefined;
  itemClass?: string;
  /** Of the lines after the second. */
  detail?: string;
};

type Props<Row, Id extends string> = Rows<Row> & Wide<Row, Id> & Narrow<Id>;

/** Rows, or groups of rows: cells under the heads of their columns, or a few lines each where it is narrow. */
export function DataTable<Row, Id extends string>(props: Props<Row, Id>) {
  const { narrow, lines, scroll, label = props.caption, after } = props;
  if (narrow && lines) return <List {...props} lines={lines} />;
  const table = <Table {...props} />;
  if (scroll === undefined) return table;
  return (
    <ScrollRegion label={label} className={scroll}>
      {table}
      {after}
    </ScrollRegion>
  );
}

function Table<Row, Id extends string>({ rows = [], groups, groupClass, ...props }: Props<Row, Id>) {
  const { columns, pad, rowKey, rowClass = 'h-row hover:bg-hover', rowProps, sticky, lined, stacks } = props;
  const rules = cx(
    // Cells that are apart have lines of their own; those of a row that stacks are in one box.
    sticky ? '[&>tr>*]:border-line [&>tr>*]:border-b' : '[&>tr]:border-line [&>tr]:border-b',
    !lined &&
      (sticky ? '[&:last-child>tr:last-child>*]:border-b-0' : '[&:last-child>tr:last-child]:border-b-0'),
  );
  const first = useFirstRows();
  return (
    <TableFrame {...props}>
      {first(groups ?? [{ key: '', rows }]).map(({ key, head, rows, foot }: RowGroup<Row>) => (
        <tbody key={key} className={rules}>
          {head ? (
            <GroupHead span={columns.length} className={groupClass}>
              {head}
            </GroupHead>
          ) : null}
          {first(rows).map((row) => {
            const { className, ...own } = rowProps?.(row) ?? {};
            return (
              <tr key={rowKey(row)} className={cx(rowClass, stacks, className)} {...own}>
                <Cells columns={columns} row={row} pad={pad} />
              </tr>
            );
          })}
          {foot}
        </tbody>
      ))}
    </TableFrame>
  );
}

function List<Row, Id extends string>({
  caption,
  columns,
  rows = [],
  groups,
  rowKey,
  rowProps,
  lines,
  itemClass = 'px-4 py-2',
  detail,
}: Props<Row, Id> & Required<Pick<Props<Row, Id>, 'lines'>>) {
  const first = useFirstRows();
  return (
    <ul aria-label={caption} className="bg-surface">
      {first(groups ?? [{ key: '', rows }]).map(({ key, head, rows, foot }: RowGroup<Row>) => (
        <Fragment key={key}>
          {head ? <li className={cx('border-line border-b', itemClass)}>{head}</li> : null}
          {first(rows).map((row) => {
            const { className, ...own } = rowProps?.(row) ?? {};
            return (
              <li key={rowKey(row)} className={cx('border-line border-b', itemClass, className)} {...own}>
                <RowLines columns={columns} row={row} lines={lines} detail={detail} />
              </li>
            );
          })}
          {foot ? <li className="border-line border-b">{foot}</li> : null}
        </Fragment>
      ))}
    </ul>
  );
}
