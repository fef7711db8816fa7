import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConsoleError } from '../../domain/values/errors';

/** Where a history is kept. `name` is for people: it has neither user nor password. */
export type ArchiveLocation =
  | { kind: 'memory'; name: string }
  | { kind: 'sqlite'; path: string; name: string }
  | { kind: 'postgres'; url: string; name: string };

/**
 * What the URL of a history names: `memory:`, `postgres://…`, `file:/path/history.db`, or a path, which is of `folder`.
 * Throws `config-invalid` with a message that holds no secret.
 */
export function placeOf(url: string, folder = '.'): ArchiveLocation {
  if (/^memory:?$/.test(url)) return { kind: 'memory', name: 'memory' };
  if (/^postgres(?:ql)?:/.test(url)) return { kind: 'postgres', url, name: postgresName(url) };
  const path = resolve(folder, pathOf(url));
  return { kind: 'sqlite', path, name: path };
}

function postgresName(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
    decodeURIComponent(url.username + url.password);
  } catch {
    throw invalid(
      'must be like postgres://user:password@host:5432/database (percent-encode special characters)',
    );
  }
  if (!url.hostname) throw invalid('must name the host of a PostgreSQL');
  const database = url.pathname.slice(1) || url.username || 'postgres';
  return `${url.hostname}:${url.port || 5432}/${database}`;
}

function pathOf(text: string): string {
  if (text.startsWith('file://')) {
    try {
      return fileURLToPath(text);
    } catch {
      throw invalid('must be like file:/var/lib/lockscope/history.db');
    }
  }
  const path = text.startsWith('file:') ? text.slice(5) : text;
  if (!path || path.includes('\0') || /^[a-z][a-z0-9+.-]+:/i.test(path))
    throw invalid('must be memory:, a path, file:<path> or postgres://…');
  return path;
}

function invalid(problem: string): ConsoleError {
  return new ConsoleError('config-invalid', `the URL of the history ${problem}`);
}
