import type { LockSort } from '../contract/codes';
import type { Lock } from '../contract/lock';
import type { LockFilter } from '../contract/locks';
import { describeProblem, matches, parseFilter } from '../domain/lists/lock-filter';
import { compareKeys, type SortKey, sortKeyOf } from '../domain/lists/lock-sort';
import { ConsoleError } from '../domain/values/errors';

type Place = { key: SortKey; id: string };

type ListRequest = { filter: LockFilter; limit: number; cursor: string | null; nowMs: number };
export type Listed = { locks: Lock[]; matched: number; nextCursor: string | null };

/**
 * One page of the matching locks, in the filter's order. The cursor names the last row of a page, not an offset: locks that
 * come and go between two pages are neither repeated nor make others be skipped, as long as their own sort key does not
 * change. Throws `invalid-argument` for an invalid filter or cursor.
 */
export function listLocks(locks: Iterable<Lock>, { filter, limit, cursor, nowMs }: ListRequest): Listed {
  const { terms, problem } = parseFilter(filter.q);
  if (problem)
    throw new ConsoleError('invalid-argument', describeProblem(problem), { setting: 'q', ...problem });
  const after = cursor === null ? null : decodeCursor(cursor, filter);

  const found: (Place & { lock: Lock })[] = [];
  for (const lock of locks) {
    if (filter.target !== null && lock.target !== filter.target) continue;
    if (matches(lock, terms, nowMs)) found.push({ lock, id: lock.id, key: sortKeyOf(lock, filter.sort) });
  }
  found.sort((a, b) => compareKeys(a, b, filter.desc));
  const from = after ? found.findIndex((place) => compareKeys(place, after, filter.desc) > 0) : 0;
  const page = from < 0 ? [] : found.slice(from, from + limit);
  const last = page.at(-1);
  const more = last !== undefined && from + limit < found.length;
  return {
    locks: page.map(({ lock }) => lock),
    matched: found.length,
    nextCursor: more ? encodeCursor(last, filter) : null,
  };
}

function encodeCursor({ key, id }: Place, { sort, desc }: { sort: LockSort; desc: boolean }): string {
  return Buffer.from(JSON.stringify([sort, desc, id, key])).toString('base64url');
}

function decodeCursor(cursor: string, { sort, desc }: LockFilter): Place {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // reported below
  }
  const [forSort, forDesc, id, key] = Array.isArray(parsed) ? parsed : [];
  const fits = forSort === sort && forDesc === desc && typeof id === 'string' && isSortKey(key);
  if (!fits) {
    throw new ConsoleError('invalid-argument', 'The cursor is none of this order.', { setting: 'cursor' });
  }
  return { key, id };
}

function isSortKey(key: unknown): key is SortKey {
  return (
    Array.isArray(key) &&
    key.length <= 4 &&
    key.every((part) => part === null || typeof part === 'string' || typeof part === 'number')
  );
}
