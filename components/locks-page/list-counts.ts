import type { LockList } from '@/lib/contract/locks';
import { locksOf } from '../list-parts/frozen-order';

type Counted = Pick<LockList, 'matched' | 'total' | 'coverage'> & { loaded: number };

/**
 * The figures over a list, all of what is shown: pages are fetched one after another while locks come and go, so that the
 * last page's own count may be less than the rows. What was loaded matches, and what matches is known. Pure.
 */
export function listCountsOf(pages: readonly LockList[], loaded: number): Counted | null {
  const last = pages.at(-1);
  if (!last) return null;
  const found = locksOf(pages.map(({ locks }) => locks)).length;
  const matched = last.nextCursor === null ? found : Math.max(found, last.matched);
  return { loaded, matched, total: Math.max(matched, last.total), coverage: last.coverage };
}
