import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, type QueryResult } from 'kysely';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import type { Backend } from './backend';
import type { CircuitBreaker } from './circuit-breaker';
import type { Health } from './health';
import { troubleOf } from './trouble';

type Parts = { backend: Backend; gate: CircuitBreaker; health: Health; place: string };

const WRITES = /^\s*(?:insert|update|delete)\b/i;

/**
 * Kysely over a place that may be away: each use opens it if need be, what it says goes to `health`, and its errors become
 * LockErrors (`history-unavailable`) unless they are mistakes of a statement.
 */
export function archiveDialect(parts: Parts): Dialect {
  const { backend } = parts;
  return {
    createDriver: () => new ArchiveDriver(parts),
    createQueryCompiler: () => backend.createQueryCompiler(),
    createAdapter: () => backend.createAdapter(),
    createIntrospector: (db) => backend.createIntrospector(db),
  };
}

class ArchiveDriver implements Driver {
  readonly #parts: Parts;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WatchedConnection> {
    const { backend, gate, health, place } = this.#parts;
    if (this.#closed) throw new ConsoleError('history-unavailable', `${place}: the history is closed`);
    try {
      await gate.opened();
      return new WatchedConnection(await backend.acquire(), this.#parts);
    } catch (cause) {
      const { error } = told(cause, this.#parts);
      if (isConsoleError(error)) throw error;
      const message = `${place}: it cannot be opened (${error instanceof Error ? error.message : 'unknown reason'})`;
      const unforeseen = new ConsoleError('history-unavailable', message, { place }, { cause });
      health.failed(unforeseen, 'place');
      throw unforeseen;
    }
  }

  async releaseConnection(connection: WatchedConnection): Promise<void> {
    if (connection.broken) this.#parts.gate.lost();
    this.#parts.backend.release(connection.inner, connection.broken);
  }

  async beginTransaction(connection: WatchedConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#parts.backend.begin));
    connection.inTransaction = true;
  }

  async commitTransaction(connection: WatchedConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    connection.inTransaction = false;
    this.#parts.health.worked(true);
  }

  async rollbackTransaction(connection: WatchedConnection): Promise<void> {
    connection.inTransaction = false;
    if (connection.broken) return;
    try {
      await connection.inner.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      // The database has ended it by itself, as SQLite does on a full disk; else nothing on the connection can be trusted.
      if (!/no transaction is active/.test(String(error))) connection.broken = true;
    }
  }

  async destroy(): Promise<void> {
    this.#closed = true;
    await this.#parts.backend.close();
  }
}

class WatchedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #parts: Parts;
  broken = false;
  inTransaction = false;

  constructor(inner: DatabaseConnection, parts: Parts) {
    this.inner = inner;
    this.#parts = parts;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = await this.inner.executeQuery<R>(query);
      if (!this.inTransaction) this.#parts.health.worked(WRITES.test(query.sql));
      return result;
    } catch (cause) {
      const { error, broken } = told(cause, this.#parts);
      this.broken ||= broken;
      throw error;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows of the history are not streamed');
  }
}

function told(cause: unknown, { health, place }: Parts): { error: unknown; broken: boolean } {
  const trouble = troubleOf(cause, place);
  if (trouble) health.failed(trouble.error, trouble.extent);
  else if (isConsoleError(cause, 'history-unavailable')) health.failed(cause, 'place');
  return trouble ?? { error: cause, broken: false };
}
