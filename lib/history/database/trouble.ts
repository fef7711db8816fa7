import { ConsoleError, isConsoleError } from '../../domain/values/errors';

/** What went wrong below, as far as it matters above. */
export type Trouble = {
  error: ConsoleError;
  /** `place` = nothing works; `writes` = it can still be read. */
  extent: 'place' | 'writes';
  /** Whether the connection is of no more use. */
  broken: boolean;
};

type NativeError = Error & { code?: string; rawCode?: number };

/** SQLite: what each result code means to people, its connection, and whether reading goes on. */
const SQLITE: Record<string, { says: string; extent: Trouble['extent']; broken?: boolean }> = {
  SQLITE_FULL: { says: 'the disk is full', extent: 'writes' },
  SQLITE_BUSY: { says: 'the file is locked by another process', extent: 'writes' },
  SQLITE_LOCKED: { says: 'the file is locked by another process', extent: 'writes' },
  SQLITE_READONLY: { says: 'the file cannot be written', extent: 'writes', broken: true },
  SQLITE_PERM: { says: 'the file cannot be written', extent: 'place', broken: true },
  SQLITE_CANTOPEN: { says: 'the file cannot be opened', extent: 'place', broken: true },
  SQLITE_NOTADB: {
    says: 'the file is not a database; it is left as it is',
    extent: 'place',
    broken: true,
  },
  SQLITE_CORRUPT: { says: 'the file is corrupt; it is left as it is', extent: 'place', broken: true },
  SQLITE_IOERR: { says: 'the file cannot be read or written', extent: 'place', broken: true },
  SQLITE_PROTOCOL: { says: 'the file is locked by another process', extent: 'place', broken: true },
  SQLITE_NOMEM: { says: 'there is not enough memory', extent: 'place' },
  SQLITE_SCHEMA: { says: 'the file was changed by another program', extent: 'place', broken: true },
};

/** PostgreSQL: classes of SQLSTATE with which the same statement may work later. */
const POSTGRES: [start: string, says: string, extent: Trouble['extent'], broken: boolean][] = [
  ['57014', 'a statement took too long', 'writes', false],
  ['57', 'the database is shutting down or starting', 'place', true],
  ['08', 'the connection was lost', 'place', true],
  ['28', 'it refuses this user or password', 'place', true],
  ['3D', 'there is no such database', 'place', true],
  ['42501', 'this user may not do it', 'place', false],
  ['42P01', 'its tables are gone', 'place', true],
  ['53100', 'its disk is full', 'writes', false],
  ['53', 'it has no resources left', 'place', true],
  ['25006', 'it can only be read', 'writes', false],
  ['25P0', 'the transaction was ended', 'writes', true],
  ['40', 'others wrote at the same time', 'writes', false],
  ['55', 'others hold what is needed', 'writes', false],
  ['58', 'its own files cannot be read or written', 'place', false],
  ['XX', 'it has an internal error', 'place', true],
];

const SYSTEM: Record<string, string> = {
  ENOENT: 'the folder is not there',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'the right to write there is missing',
  EPERM: 'the right to write there is missing',
  EROFS: 'its file system can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host name cannot be resolved now',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it does not answer',
};

/** What `pg` says of a server that is gone or hangs, which has no code. */
const LOST = /timeout|terminated|closed|ended|not queryable|ECONN/i;

/**
 * What an error of a database means, or null when it is none of its state but a mistake of the statement, which would
 * fail again. The message names the place and never holds a value.
 */
export function troubleOf(cause: unknown, place: string): Trouble | null {
  if (isConsoleError(cause)) return null;
  if (!(cause instanceof Error)) return null;
  const { code, message } = cause as NativeError;
  const found = code?.startsWith('SQLITE_') ? ofSqlite(code) : ofOthers(code, message);
  if (!found) return null;
  const { says, extent, broken } = found;
  return {
    error: new ConsoleError(
      'history-unavailable',
      `${place}: ${says}`,
      { place, reason: code ?? null },
      { cause },
    ),
    extent,
    broken,
  };
}

type Found = { says: string; extent: Trouble['extent']; broken: boolean };

function ofSqlite(code: string): Found | null {
  const [, main = ''] = /^(SQLITE_[A-Z]+)/.exec(code) ?? [];
  const found = SQLITE[main];
  return found ? { broken: false, ...found } : null;
}

function ofOthers(code: string | undefined, message: string): Found | null {
  if (code && SYSTEM[code]) return { says: SYSTEM[code], extent: 'place', broken: true };
  if (code && /^[0-9A-Z]{5}$/.test(code)) {
    const row = POSTGRES.find(([start]) => code.startsWith(start));
    return row ? { says: row[1], extent: row[2], broken: row[3] } : null;
  }
  const opening = /Unable to open connection/.test(message);
  if (opening) return { says: 'the file cannot be opened', extent: 'place', broken: true };
  return LOST.test(message) ? { says: 'it does not answer', extent: 'place', broken: true } : null;
}
