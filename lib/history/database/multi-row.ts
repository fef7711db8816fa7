import { CompiledQuery, type Kysely } from 'kysely';
import type { Archive } from '../archive/archive-types';
import type { HistorySchema } from './schema';
import { TIERS } from './tiers';

export type Db = Kysely<HistorySchema>;
export type Dialect = Archive['kind'];
type Value = string | number | null;
type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type MultiRow<Table extends keyof HistorySchema> = {
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
    const result = await db.executeQuery<Returned>(
      CompiledQuery.raw(text, [kind === 'postgres' ? asObjects(some, columns) : asLists(some, columns)]),
    );
    for (const row of result.rows) returned.push(row);
  }
  return returned;
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
  const cellOf = (column: string, nth: number) =>
    kind === 'postgres' ? `r.${column}` : `(value ->> ${nth})`;
  const expressionOf = (column: string, nth: number) => {
    const value = cellOf(column, nth);
    if (!spread) return value;
    if (column === 'tier_ms') return 't.ms';
    if (column === 'start_ms') return `${value} - ${value} % t.ms`;
    if (spread.sums.includes(column)) return `cast(sum(${value}) as bigint)`;
    return spread.highest.includes(column) ? `max(${value})` : value;
  };
  const key = columns.flatMap((column, nth) =>
    spread?.sums.includes(column) || spread?.highest.includes(column) ? [] : nth + 1,
  );
  const rows = kind === 'postgres' ? `json_populate_recordset(null::${into}, $1::json) r` : 'json_each(?)';
  // `where true`: without it SQLite would read a conflict clause as the condition of a join.
  return `select ${columns.map(expressionOf).join(', ')} from ${rows}
    ${spread ? `cross join (${ALL_TIERS}) t` : ''} where true ${spread ? `group by ${key.join(', ')}` : ''}`;
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
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return null;
}
