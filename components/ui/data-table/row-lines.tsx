import type { ReactNode } from 'react';
import { cx } from '../cx';
import type { TableColumn } from './column';

type LinesProps<Row, Id extends string> = {
  columns: readonly TableColumn<Row, Id>[];
  row: Row;
  lines: readonly (readonly NoInfer<Id>[])[];
  detail?: string | undefined;
};

/** One row in a few lines. */
export function RowLines<Row, Id extends string>({
  columns,
  row,
  lines,
  detail = 'text-2 text-sm',
}: LinesProps<Row, Id>) {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return (
    <div className="num flex flex-col gap-0.5">
      {lines.map((ids, i) => (
        <div key={ids.join()} className={cx('flex min-w-0 items-center gap-2', i > 1 && detail)}>
          {ids.flatMap((id) => {
            const { cell, line, lineClass } = byId.get(id) ?? {};
            return (
              <span key={id} className={cx('min-w-0 empty:hidden', lineClass)}>
                {(line ?? cell)?.(row)}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

type FactsProps<Row, Id extends string> = {
  columns: readonly TableColumn<Row, Id>[];
  heads: (id: Id) => ReactNode;
  row: Row;
};

/** The columns of a row as names and what there is, one below the other, for narrow screens. */
export function RowFacts<Row, Id extends string>({ columns, heads, row }: FactsProps<Row, Id>) {
  return columns.map(({ id, cell, line = cell, lineClass }) => (
    <div key={id} className="flex min-h-7 items-center justify-between gap-4 border-line border-t">
      <dt className="text-3 text-sm">{heads(id)}</dt>
      <dd className={cx('min-w-0', lineClass)}>{line(row)}</dd>
    </div>
  ));
}
