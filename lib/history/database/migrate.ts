import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, Migrator } from 'kysely';
import { ConsoleError } from '../../domain/values/errors';
import type { Backend } from './backend';
import { MIGRATION_TABLE, migrationsOf } from './migrations';

type MigrationTables = { [MIGRATION_TABLE]: { name: string } };

/**
 * Brings the tables up to date over one connection, all or nothing. Throws `history-unavailable` when they are of a newer
 * version, and has changed nothing then; else what the database does.
 */
export async function migrate(
  backend: Backend,
  connection: DatabaseConnection,
  place: string,
): Promise<void> {
  const db = new Kysely<MigrationTables>({
    dialect: {
      createDriver: () => driverOf(connection, backend.begin),
      createQueryCompiler: () => backend.createQueryCompiler(),
      createAdapter: () => backend.createAdapter(),
      createIntrospector: (of) => backend.createIntrospector(of),
    },
  });
  const migrations = migrationsOf(backend.kind === 'postgres' ? 'postgres' : 'sqlite');
  const unknown = (await doneSoFar(db)).find((name) => !(name in migrations));
  if (unknown) {
    const message = `${place}: it was written by a newer version of Lockscope (${unknown}) and is left as it is`;
    throw new ConsoleError('history-unavailable', message, { place, unknown });
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
    ...(backend.schema !== null && { migrationTableSchema: backend.schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function doneSoFar(db: Kysely<MigrationTables>): Promise<string[]> {
  const { rows } = await db
    .selectFrom(MIGRATION_TABLE)
    .select('name')
    .execute()
    .then(
      (found) => ({ rows: found }),
      (error: unknown) => {
        if (isMissing(error)) return { rows: [] };
        throw error;
      },
    );
  return rows.map(({ name }) => name);
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === '42P01' || /no such table/.test(String(error));
}

function driverOf(connection: DatabaseConnection, begin: string): Driver {
  const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text)).then(() => {});
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => run(begin),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback').catch(() => {}), // the error before it is the one to tell
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
