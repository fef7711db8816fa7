import { type ColumnDataType, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Dialect } from './multi-row';

export type Columns = Record<string, ColumnDataType | RawBuilder<unknown>>;

export const TEXT = 'text';
/** 64 bits in both databases. */
export const WHOLE = 'bigint';

/** Runs one statement. */
export async function run(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

/** Makes tables and indexes alike in both databases. */
export function makerFor(db: Kysely<unknown>, kind: Dialect) {
  return {
    /** Rows have a number that is never given twice. */
    async numbered(table: string, needed: Columns, optional: Columns): Promise<void> {
      let builder = db.schema.createTable(table);
      builder =
        kind === 'sqlite'
          ? builder.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement())
          : builder.addColumn('id', 'bigint', (id) => id.primaryKey().generatedByDefaultAsIdentity());
      for (const [name, type] of Object.entries(needed))
        builder = builder.addColumn(name, type as ColumnDataType, (column) => column.notNull());
      for (const [name, type] of Object.entries(optional))
        builder = builder.addColumn(name, type as ColumnDataType);
      await builder.execute();
    },

    /** Rows are found by what they are about. */
    async keyed(table: string, key: Columns, needed: Columns, optional: Columns = {}): Promise<void> {
      let builder = db.schema.createTable(table);
      for (const [name, type] of Object.entries({ ...key, ...needed }))
        builder = builder.addColumn(name, type as ColumnDataType, (column) => column.notNull());
      for (const [name, type] of Object.entries(optional))
        builder = builder.addColumn(name, type as ColumnDataType);
      builder = builder.addPrimaryKeyConstraint(`${table}_key`, Object.keys(key) as never[]);
      // The rows are in the index itself: half the size.
      await (kind === 'sqlite' ? builder.modifyEnd(sql`without rowid`) : builder).execute();
    },

    async index(table: string, columns: string[], unique?: 'unique'): Promise<void> {
      const builder = db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns);
      await (unique ? builder.unique() : builder).execute();
    },

    /** Of what goes on: few rows of many. */
    async openIndex(table: string): Promise<void> {
      await sql`create index ${sql.ref(`${table}_open`)} on ${sql.table(table)} (target) where to_ms is null`.execute(
        db,
      );
    },
  };
}
