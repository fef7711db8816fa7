import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { hasPostgres, type PostgresServer, startPostgres } from './postgres';

/** Where histories of a test can be; `url` makes a new, empty one. */
export type HistoryPlace = { url(): Promise<string> };

/** Runs the same tests on a SQLite file, on SQLite in memory and on PostgreSQL. */
export function onEveryDatabase(tests: (place: HistoryPlace, name: string) => void): void {
  onDurableDatabases(tests);
  describe('memory', () => {
    tests({ url: async () => 'memory:' }, 'memory');
  });
}

/** The same without the one that ends with its process. */
export function onDurableDatabases(tests: (place: HistoryPlace, name: string) => void): void {
  describe('SQLite', () => {
    let folder = '';
    let files = 0;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lockscope-history-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    tests({ url: async () => `file:${join(folder, `${++files}.db`)}` }, 'sqlite');
  });
  onPostgres((server) => tests({ url: () => server.database() }, 'postgres'));
}

/** The server is there once tests run. */
export function onPostgres(tests: (server: PostgresServer) => void, options?: { durable: boolean }): void {
  describe.skipIf(!hasPostgres())('PostgreSQL', () => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      server = await startPostgres(options);
    }, 60_000);
    afterAll(() => server?.close());
    tests(
      new Proxy({} as PostgresServer, {
        get: (_, name) => (server as unknown as Record<PropertyKey, unknown>)[name],
      }),
    );
  });
}
