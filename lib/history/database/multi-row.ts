import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Archive } from '../archive/archive-types';
import type { HistorySchema } from './schema';
import { TIERS } from './tiers';

export type Db = Kysely<HistorySchema>;
export type Dialect = Archive['kind'];
type Value = string | number | null;
type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

type MultiRow<Table extends keyof HistorySchema> = {
  into: Table;
  columns: readonly (keyof HistorySchema[Table] & string)[];
  /**
   * Rows are added to their bucket of every tier: `tier_ms` and the start of each bucket are made of `start_ms`, and rows
   * that meet in one are one, with these columns added up or the highest taken.
   */
  spread?: { sums: readonly string[]; highest: readonly string[] };
  /** What follows the rows: conflict and returning. */
  tail?: string;
};

/** More make a statement no faster, and hold the thread that runs it. */
const ROWS = 500;

/**
 * Inserts rows by as few statements as make sense; resolves to what they return. The rows of one travel as one JSON text,
 * which the database takes apart: binding each value would hold the event loop for a hundred times as long. Within one
 * call no two rows may meet the same conflict.
 */
export async function insertRows<Table extends keyof HistorySchema, Returned = never>(
  db: Db,
  kind: Dialect,
  { into, columns, spread, tail = '' }: MultiRow<Table>,
  rows: readonly Row[],
): Promise<Returned[]> {
  const returned: Returned[] = [];
  const text = `insert into ${into} (${columns.join(', ')}) ${sourceOf(kind, into, columns, spread)} ${tail}`;
  for (let at = 0; at < rows.length; at += ROWS) {
    const some = rows.slice(at, at + ROWS);
    const result = await db.executeQuery<Returned>(CompiledQuery.raw(text, [rowsText(kind, some, columns)]));
    for (const row of result.rows) returned.push(row);
  }
  return returned;
}

/** Changes these columns of rows that are named by their `id`, by one statement. */
export async function updateRows<Table extends keyof HistorySchema>(
  db: Db,
  kind: Dialect,
  into: Table,
  columns: readonly (keyof HistorySchema[Table] & string)[],
  rows: readonly (Row & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  const changes = columns.map((column, nth) => `${column} = ${cellOf(kind, column, nth + 1)}`).join(', ');
  const text = `update ${into} set ${changes} from ${rowsOf(kind, into)}
    where ${into}.id = ${cellOf(kind, 'id', 0)} returning 1 as done`;
  await db.executeQuery(CompiledQuery.raw(text, [rowsText(kind, rows, ['id', ...columns])]));
}

/** Whether a column is one of these numbers: a statement of the same text, however many there are. */
export function isAmong(kind: Dialect, column: string, numbers: readonly number[]): RawBuilder<boolean> {
  const name = sql.ref(column);
  if (kind === 'postgres') return sql<boolean>`${name} = any(${sql.val([...numbers])}::bigint[])`;
  return sql<boolean>`${name} in (select value from json_each(${JSON.stringify(numbers)}))`;
}

/** `a = excluded.a, …` */
export function replacing(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(', ');
}

const ALL_TIERS = TIERS.map((tier) => `select ${tier} as ms`).join(' union all ');

function sourceOf(
  kind: Dialect,
  into: string,
  columns: readonly string[],
  spread: MultiRow<keyof HistorySchema>['spread'],
): string {
  const expressionOf = (column: string, nth: number) => {
    const value = cellOf(kind, column, nth);
    if (!spread) return value;
    if (column === 'tier_ms') return 't.ms';
    if (column === 'start_ms') return `${value} - ${value} % t.ms`;
    if (spread.sums.includes(column)) return `cast(sum(${value}) as bigint)`;
    return spread.highest.includes(column) ? `max(${value})` : value;
  };
  const key = columns.flatMap((column, nth) =>
    spread?.sums.includes(column) || spread?.highest.includes(column) ? [] : nth + 1,
  );
  // `where true`: without it SQLite would read a conflict clause as the condition of a join.
  return `select ${columns.map(expressionOf).join(', ')} from ${rowsOf(kind, into)}
    ${spread ? `cross join (${ALL_TIERS}) t` : ''} where true ${spread ? `group by ${key.join(', ')}` : ''}`;
}

function rowsOf(kind: Dialect, into: string): string {
  return kind === 'postgres' ? `json_populate_recordset(null::${into}, $1::json) r` : 'json_each(?) r';
}

function cellOf(kind: Dialect, column: string, nth: number): string {
  return kind === 'postgres' ? `r.${column}` : `(r.value ->> ${nth})`;
}

/** The rows of one statement as its parameter. */
function rowsText(kind: Dialect, rows: readonly Row[], columns: readonly string[]): string {
  return kind === 'postgres' ? asObjects(rows, columns) : asLists(rows, columns);
}

function asLists(rows: readonly Row[], columns: readonly string[]): string {
  return JSON.stringify(rows.map((row) => columns.map((column) => clean(row[column]))));
}

function asObjects(rows: readonly Row[], columns: readonly string[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column) => [column, clean(row[column])]))),
  );
}

/** Columns are whole numbers and texts; one odd value must not keep all others from being stored. */
function clean(value: Row[string]): Value {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value) : null;
  if (typeof value === 'boolean') return Number(value);
  // A half of a pair of surrogates is no text for PostgreSQL.
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed();
  return null;
}
