import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Backend } from './backend';
import { createFileOwner } from './file-owner';
import { createTurnstile } from './in-process-mutex';
import { LibsqlConnection } from './libsql-connection';
import { migrate } from './migrate';
import { ALWAYS_OURS } from './ownership';

/** How long a lock of another process is waited for, ms. */
const BUSY_MS = 2_000;
/** Changing tables of a large history takes its time. */
const MIGRATE_MS = 600_000;
const MAX_WAL_BYTES = 67_108_864;
const PRAGMAS = [
  // Counts only for a file without tables; gives space back after pruning.
  'auto_vacuum = incremental',
  'journal_mode = wal',
  // In WAL mode a commit survives the end of the process; a loss of power may cost the last ones, never the file.
  'synchronous = normal',
  'cache_size = -32768',
  'temp_store = memory',
  `journal_size_limit = ${MAX_WAL_BYTES}`,
];

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite in a file (made with its folder, for the console's own user alone), or in memory (`path` null). */
export function sqliteBackend(path: string | null, name: string, statementMs: number): Backend {
  const turns = createTurnstile();
  let connection: LibsqlConnection | null = null;
  const owner = path === null ? null : createFileOwner({ path, inTurn });

  async function inTurn(work: (open: LibsqlConnection) => Promise<void>): Promise<void> {
    await turns.enter();
    try {
      if (connection) await work(connection);
    } finally {
      turns.leave();
    }
  }

  const backend: Backend = {
    kind: path === null ? 'memory' : 'sqlite',
    schema: null,
    ownership: owner ?? ALWAYS_OURS,
    begin: 'begin immediate',

    async open() {
      if (connection) return;
      if (path !== null) await prepareFile(path);
      const opened = new LibsqlConnection(path ?? ':memory:', {
        statementMs: Math.max(statementMs, MIGRATE_MS),
        busyMs: BUSY_MS,
      });
      try {
        for (const pragma of PRAGMAS) await opened.ask(`pragma ${pragma}`);
        await migrate(backend, opened, name);
        opened.statementMs = statementMs;
      } catch (error) {
        opened.close();
        throw error;
      }
      connection = opened;
    },

    async acquire() {
      await turns.enter();
      if (connection) return connection;
      turns.leave();
      throw Object.assign(new Error('the connection was closed'), { code: 'SQLITE_CANTOPEN' });
    },

    release(released, broken) {
      if (broken && released === connection && path !== null) {
        connection.close();
        connection = null;
      }
      turns.leave();
    },

    async close() {
      await turns.enter();
      const last = connection;
      connection = null;
      turns.leave();
      if (!last) return owner?.close();
      // What cannot be tidied up now is tidied up when the file is opened next.
      if (path !== null) await last.ask('pragma wal_checkpoint(truncate)').catch(() => {});
      last.close();
      await owner?.close();
    },

    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return backend;
}

/** An empty file is an empty database: making it here gives it its rights, and an error that says what is wrong. */
async function prepareFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(/* turbopackIgnore: true */ path, 'a+', 0o600);
  await file.close();
}
