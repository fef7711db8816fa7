import { CompiledQuery } from 'kysely';
import type { Archive } from '../../../lib/history/archive/archive-types';
import { insertRows } from '../../../lib/history/database/multi-row';
import type { HistorySchema } from '../../../lib/history/database/schema';

const AT_ONCE = 25_000;

export type Bulk = ReturnType<typeof bulkInto>;

/** Collects rows of each table, and writes many in one transaction. */
export function bulkInto({ db, kind }: Archive) {
  const waiting = new Map<string, { columns: readonly string[]; rows: object[] }>();

  async function write(table: string, columns: readonly string[], rows: object[]): Promise<void> {
    const into = { into: table as keyof HistorySchema, columns: columns as never };
    await db.transaction().execute(async (trx) => {
      await insertRows(trx, kind, into, rows as never);
    });
  }

  return {
    async rows(table: string, columns: readonly string[], some: readonly object[]): Promise<void> {
      const known = waiting.get(table) ?? { columns, rows: [] };
      waiting.set(table, known);
      for (const row of some) known.rows.push(row);
      if (known.rows.length >= AT_ONCE) await write(table, columns, known.rows.splice(0));
    },
    async flush(): Promise<void> {
      for (const [table, { columns, rows }] of waiting)
        if (rows.length > 0) await write(table, columns, rows);
      waiting.clear();
    },
  };
}

const FAST = ['synchronous = off', 'cache_size = -262144'];
const USUAL = ['synchronous = normal', 'cache_size = -32768'];

const OF_POSTGRES = `
  select indexname as name, 'drop index ' || indexname as drop, indexdef as make from pg_indexes
  where schemaname = current_schema() and indexdef not like 'CREATE UNIQUE%'
  union all
  select conname, 'alter table ' || conrelid::regclass || ' drop constraint ' || conname,
    'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint
  where contype = 'p' and conrelid in ('rollups'::regclass, 'histograms'::regclass, 'waiting'::regclass)`;
const OF_SQLITE = `
  select name, 'drop index ' || name as "drop", sql as make
  from sqlite_master where type = 'index' and sql is not null`;

/** Does `work` without indices, as far as rows can be written without, and makes them again afterwards, as they were. */
export async function withoutIndexes(archive: Archive, work: () => Promise<void>): Promise<void> {
  const inFile = archive.kind !== 'postgres';
  const ask = async <R>(text: string) => (await archive.db.executeQuery<R>(CompiledQuery.raw(text))).rows;
  const pragmas = async (all: string[]) => {
    for (const each of inFile ? all : []) await ask(`pragma ${each}`);
  };
  const indexes = await ask<{ drop: string; make: string }>(inFile ? OF_SQLITE : OF_POSTGRES);
  await pragmas(FAST);
  for (const { drop } of indexes) await ask(drop);
  await work();
  for (const { make } of indexes) await ask(make);
  await pragmas(USUAL);
  // What it would do by itself, some time after so many rows came.
  if (!inFile) await ask('vacuum (analyze)');
}
