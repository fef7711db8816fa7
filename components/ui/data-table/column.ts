import type { ReactNode } from 'react';

/** One column, said once: for rows of cells, and for rows of lines where the screen is narrow. */
export type TableColumn<Row, Id extends string = string> = {
  id: Id;
  /** Default: what the table says of all its columns. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Its cells name their rows. */
  names?: boolean;
  /** At the right edge, as figures are. */
  end?: boolean | undefined;
  /** None = what is left. */
  width?: number | string | undefined;
  /** Of head and cells. */
  className?: string | undefined;
  headClass?: string | undefined;
  cellClass?: string | undefined;
  /** Leaves all of it out of a window that has no room for it. */
  fits?: string | undefined;
  /** Tooltip of a cell. */
  title?: (row: Row) => string | undefined;
  /** Tooltip of the head. */
  help?: string;
  /** The table can be put in its order. */
  sorts?: boolean | undefined;
  /** What stands on a line instead. */
  line?: (row: Row) => ReactNode;
  lineClass?: string;
};

/** Names the columns of a table, so that its heads and lines are held to them. */
export function columnsOf<Row>() {
  return <Id extends string>(...columns: TableColumn<Row, Id>[]) => columns;
}

/** The order that a table is in, and what asks for another. */
export type Sort<Id extends string = string> = { by: Id | null; desc: boolean; onSort(id: Id): void };

/** Cells of which the first and the last keep clear of the edge of the page. */
export const EDGE = 'px-2 first:ps-4 last:pe-4';

/** The same where the cells of a narrow row stand in lines. */
export const EDGE_STACKED = 'sm:px-2 sm:first:ps-4 sm:last:pe-4';

/** On a line: after a dot, and as wide as it is. */
export const AFTER_DOT = "shrink-0 before:pe-2 before:content-['·']";
