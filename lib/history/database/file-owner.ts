import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { ConsoleError } from '../../domain/values/errors';
import { LibsqlConnection } from './libsql-connection';
import type { Db } from './multi-row';
import type { Owner, Ownership } from './ownership';

/** How often a file that another process owns is tried for. */
const RETRY_MS = 1_000;
/** Statements on an empty file. */
const STATEMENT_MS = 5_000;

type Row = { fence: number; watcher: string; pid: number; host: string; since_ms: number };

type FileOwner = Ownership & {
  /**
   * First in every transaction that writes figures. The first makes this process the owner, unless another is: then it
   * throws `history-fenced`, and the file is tried for until it is free.
   */
  check(db: Db): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  path: string;
  /** Runs `work` with the open connection while nothing else does; not at all while there is none. */
  inTurn(work: (connection: LibsqlConnection) => Promise<void>): Promise<void>;
  retryMs?: number;
  now?: () => number;
};
type Ask = <R>(statement: string) => Promise<R[]>;

/**
 * Lets one process write figures to a SQLite file. The owner keeps an exclusive lock on a file beside it for as long as it
 * lives: the kernel ends it with the process, also by `kill -9`, and another process that tries has it within a second.
 * A row in the file has a fence, which grows with every owner: whoever wrote under an older one, because the lock file was
 * removed, say, is refused.
 */
export function createFileOwner({ path, inTurn, retryMs = RETRY_MS, now = Date.now }: Options): FileOwner {
  const watcher = randomBytes(6).toString('hex');
  const listeners = new Set<(owner: Owner) => void>();
  let state: Owner = 'unknown';
  let other: Row | null = null;
  let otherSinceMs = 0;
  let lock: LibsqlConnection | null = null;
  /** Fence of the owner before; null = there was none. The row still has it where the claim was rolled back. */
  let before: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let closed = false;

  function become(next: Owner): void {
    if (next === state) return;
    state = next;
    if (next === 'other') otherSinceMs = now();
    for (const listener of listeners) listener(next);
  }

  async function hasLock(): Promise<boolean> {
    if (lock) return true;
    const opened = new LibsqlConnection(`${path}-owner`, { statementMs: STATEMENT_MS, busyMs: 0 });
    try {
      await opened.ask('begin exclusive');
    } catch (error) {
      opened.close();
      if (isBusy(error)) return false;
      throw error;
    }
    lock = opened;
    return true;
  }

  /** The library may keep a closed connection, and its lock with it, until memory is tidied up: the lock goes first. */
  async function unlock(): Promise<void> {
    const held = lock;
    lock = null;
    await held?.ask('rollback').catch(() => {});
    held?.close();
  }

  /** Whether this process is the owner now. */
  async function claim(ask: Ask): Promise<boolean> {
    const [row] = await ask<Row>('select fence, watcher, pid, host, since_ms from owners');
    const isFree = await hasLock();
    if (!isFree || closed) {
      other = row ?? null;
      become('other');
      tryLater();
      return false;
    }
    before = row?.fence ?? null;
    await ask(`insert into owners (id, fence, watcher, pid, host, since_ms)
      values (1, ${(before ?? 0) + 1}, '${watcher}', ${process.pid}, '${hostname().replaceAll("'", '')}', ${now()})
      on conflict (id) do update set fence = excluded.fence, watcher = excluded.watcher, pid = excluded.pid,
        host = excluded.host, since_ms = excluded.since_ms`);
    become('this');
    return true;
  }

  function tryLater(): void {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = null;
      const claimed = inTurn(async (connection) => void (await claim((text) => connection.ask(text))));
      claimed.catch(() => tryLater()); // what is wrong with the file is said by whatever uses it next
    }, retryMs);
    timer.unref();
  }

  function isOwn(row: Pick<Row, 'watcher' | 'fence'> | undefined): boolean {
    return state === 'this' && row?.watcher === watcher;
  }

  async function check(db: Db): Promise<void> {
    const row = await db.selectFrom('owners').select(['watcher', 'fence']).executeTakeFirst();
    if (isOwn(row)) return;
    if (state === 'this' && (row?.fence ?? null) !== before) {
      // Another one has claimed it: this lock is on a file that is no longer there.
      await unlock();
    }
    const ask: Ask = async <R>(text: string) => (await sql.raw<R>(text).execute(db)).rows;
    if (state !== 'other' && (await claim(ask))) return;
    throw new ConsoleError('history-fenced', `${path}: another process writes it`, { place: path });
  }

  return {
    check,
    owner: () => state,
    problem() {
      if (state !== 'other') return null;
      const by = other ? `process ${other.pid} on ${other.host}` : 'another process';
      return { sinceMs: otherSinceMs, message: `${path}: ${by} writes it; this console only reads.` };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      timer = null;
      listeners.clear();
      await unlock();
    },
  };
}

function isBusy(error: unknown): boolean {
  return (
    /^SQLITE_(?:BUSY|LOCKED)/.test((error as { code?: string }).code ?? '') || /locked/.test(String(error))
  );
}
