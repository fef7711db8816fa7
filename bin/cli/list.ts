import type { LockSort } from '../../lib/contract/codes';
import type { ConsoleClient } from './console-client';
import { type Output, table } from './output';
import { holdersCell, leftWords, waitingWords } from './words';

export type ListOptions = { filter: string; target?: string; sort: LockSort; limit: number; json: boolean };

const PAGE = 200;

/** `lockscope ls`: locks that match the filter, worst first, following pages until `limit`. */
export async function printLocks(console: ConsoleClient, options: ListOptions, out: Output): Promise<void> {
  const { filter: q, target, sort } = options;
  const query = { q, target, sort, limit: Math.min(options.limit, PAGE) };
  const list = await console.call('GET /api/locks', { query });
  const { locks } = list;
  let cursor = list.nextCursor;
  while (cursor !== null && locks.length < options.limit) {
    const page = await console.call('GET /api/locks', { query: { ...query, cursor } });
    locks.push(...page.locks);
    cursor = page.nextCursor;
  }
  locks.length = Math.min(locks.length, options.limit);
  if (options.json) return out.line(JSON.stringify(list, null, 2));

  const rows = locks.map((lock) => [
    lock.state,
    lock.target,
    holdersCell(lock),
    waitingWords(lock.waiters.count),
    leftWords(lock.ttlMs, lock.known.atMs, list.nowMs),
    lock.format.library,
    lock.key.text,
  ]);
  out.line(table(['STATE', 'TARGET', 'HOLDER', 'WAITERS', 'TTL', 'FORMAT', 'KEY'], rows));
  const scanned = Math.round(list.coverage.names * 100);
  const { changes } = list.coverage;
  const unseen = changes < 1 ? `, ${Math.floor(changes * 100)} % of changes seen` : '';
  out.line(
    `${locks.length} shown, ${list.matched} match, ${list.total} known; ${scanned} % of names scanned${unseen}`,
  );
}
