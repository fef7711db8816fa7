import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import Database from 'libsql/promise';
import { ConsoleError } from '../../domain/values/errors';

type Rows = Iterable<unknown>;
type Statement = { iterate(...parameters: unknown[]): Promise<Rows>; reader: boolean };
type Native = { prepare(sql: string): Promise<Statement>; interrupt(): void; close(): void };

/** How long rows are read without letting others have the event loop, ms: the library reads them on it. */
const TURN_MS = 4;
const ROWS_BETWEEN_LOOKS = 64;
/** A statement that is late is interrupted this often, ms. */
const AGAIN_MS = 20;
/** Prepared statements that are kept. */
const KEPT = 64;
const LONGEST_KEPT = 4_000;
const CHANGES = /^\s*(?:update|delete|insert|replace)\b/i;
const RETURNING = /\breturning\b/i;

/**
 * One SQLite connection. Statements run on a thread of the library, never on the event loop; one that takes longer than
 * `statementMs` is interrupted and rejects with `timed-out`. The caller sees to it that one runs at a time.
 */
export class LibsqlConnection implements DatabaseConnection {
  readonly #native: Native;
  readonly #kept = new Map<string, Statement>();
  /** May be changed between two statements. */
  statementMs: number;

  /** Opens the file, or a database in memory for `:memory:`. Throws what the library does. */
  constructor(path: string, options: { statementMs: number; busyMs: number }) {
    this.#native = new Database(path, { timeout: options.busyMs }) as Native;
    this.statementMs = options.statementMs;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.#run<R>(text, parameters);
    if (!CHANGES.test(text)) return { rows };
    if (RETURNING.test(text)) return { rows, numAffectedRows: BigInt(rows.length) };
    const [changed] = await this.#run<{ count: number }>('select changes() as count', []);
    return { rows, numAffectedRows: BigInt(changed?.count ?? 0) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows of the history are not streamed');
  }

  /** One statement without parameters. */
  async ask<R>(text: string): Promise<R[]> {
    return (await this.executeQuery<R>(CompiledQuery.raw(text))).rows;
  }

  close(): void {
    this.#kept.clear();
    this.#native.close();
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<R[]> {
    let late = false;
    // A statement that still waits for a thread of the library is not interrupted: it is tried again until it has ended.
    const interrupt = () => {
      late = true;
      this.#native.interrupt();
      timer = setTimeout(interrupt, AGAIN_MS);
    };
    let timer = setTimeout(interrupt, this.statementMs);
    try {
      const statement = await this.#prepare(text);
      if (late) throw new Error('interrupted before it began');
      return await inTurns<R>(await statement.iterate(parameters.map(toNative)), () => late);
    } catch (cause) {
      if (!late) throw cause;
      throw new ConsoleError(
        'timed-out',
        `a statement of the history took longer than ${this.statementMs} ms`,
        {},
        { cause },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async #prepare(text: string): Promise<Statement> {
    const kept = this.#kept.get(text);
    if (kept) {
      this.#kept.delete(text);
      this.#kept.set(text, kept);
      return kept;
    }
    const statement = await this.#native.prepare(text);
    if (text.length > LONGEST_KEPT) return statement;
    this.#kept.set(text, statement);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return statement;
  }
}

/** The library ends the process on a boolean, and cuts texts at a NUL. */
function toNative(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return value === undefined ? null : value;
}

/**
 * A late statement is read to its end, which its interruption is: one that is left between two rows stays active, and
 * SQLite then interrupts every statement that follows on this connection.
 */
async function inTurns<R>(rows: Rows, isLate: () => boolean): Promise<R[]> {
  const read: R[] = [];
  let turnMs = performance.now();
  let count = 0;
  for (const row of rows) {
    if (!isLate()) read.push(row as R);
    count += 1;
    if (count % ROWS_BETWEEN_LOOKS !== 0 || performance.now() - turnMs < TURN_MS) continue;
    await new Promise(setImmediate);
    turnMs = performance.now();
  }
  // Its last rows came although it was late.
  if (isLate()) throw new Error('interrupted');
  return read;
}
