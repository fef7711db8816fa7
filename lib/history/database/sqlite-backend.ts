import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Backend } from './backend';
import { createFileOwner } from './file-owner';
import { createInProcessMutex } from './in-process-mutex';
import { LibsqlConnection } from './libsql-connection';
import { migrate } from './migrate';
import { ALWAYS_OURS } from './ownership';

/** How long a lock of another process is waited for, ms. */
const BUSY_MS = 2_000;
const BUSY_PAUSE_MS = 10;
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
  const turns = createInProcessMutex();
  let connection: LibsqlConnection | null = null;
  const owner = path === null ? null : createFileOwner({ path, inTurn });

  async function inTurn(work: (open: LibsqlConnection) => Promise<void>): Promise<void> {
    await turns.acquire();
    try {
      if (connection) await work(connection);
    } finally {
      turns.release();
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
        for (const pragma of PRAGMAS) await whileBusy(() => opened.ask(`pragma ${pragma}`));
        await migrate(backend, opened, name);
        opened.statementMs = statementMs;
      } catch (error) {
        opened.close();
        throw error;
      }
      connection = opened;
    },

    async acquire() {
      await turns.acquire();
      if (connection) return connection;
      turns.release();
      throw Object.assign(new Error('the connection was closed'), { code: 'SQLITE_CANTOPEN' });
    },

    release(released, broken) {
      if (broken && released === connection && path !== null) {
        connection.close();
        connection = null;
      }
      turns.release();
    },

    async close() {
      await turns.acquire();
      const last = connection;
      connection = null;
      turns.release();
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

/**
 * Tries again while another has the file, at most `BUSY_MS`. SQLite waits by itself for everything but a change of the
 * journal mode, which two consoles make that start on a new file at the same moment.
 */
async function whileBusy<T>(statement: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isBusy(error) || performance.now() - startMs > BUSY_MS) throw error;
    }
    await sleep(BUSY_PAUSE_MS);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

/** An empty file is an empty database: making it here gives it its rights, and an error that says what is wrong. */
async function prepareFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(/* turbopackIgnore: true */ path, 'a+', 0o600);
  await file.close();
}
