import type { DatabaseConnection, DatabaseIntrospector, DialectAdapter, Kysely, QueryCompiler } from 'kysely';
import type { Db } from './multi-row';
import type { Ownership } from './ownership';

/** What differs between the databases a history can be in. */
export type Backend = {
  readonly kind: 'sqlite' | 'postgres' | 'memory';
  /** Where its tables are; null = the database has no such thing. */
  readonly schema: string | null;
  /** Who writes figures there. */
  readonly ownership: Ownership & { check(db: Db): Promise<void> };
  /** Statement that begins a transaction which will write. */
  readonly begin: string;
  /** Connects and brings the tables up to date. Throws what the database does, or a LockError. */
  open(): Promise<void>;
  acquire(): Promise<DatabaseConnection>;
  /** `broken`: the connection is of no more use, and the place may have to be opened again. */
  release(connection: DatabaseConnection, broken: boolean): void;
  close(): Promise<void>;
  createQueryCompiler(): QueryCompiler;
  createAdapter(): DialectAdapter;
  // biome-ignore lint/suspicious/noExplicitAny: as in Kysely's Dialect
  createIntrospector(db: Kysely<any>): DatabaseIntrospector;
};
