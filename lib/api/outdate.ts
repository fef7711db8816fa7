import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { HolderAnswer } from '../contract/groups';
import type { Lock } from '../contract/lock';
import type { LockDetail, LockList } from '../contract/locks';
import type { Overview } from '../contract/overview';
import { asUnread } from '../domain/locks/unread';
import { holderQueries, lockQueries, overviewQueries } from './queries';

/**
 * Turns every lock in the cache to unknown: the console was silent for so long that nothing it said is known to be so any
 * more. What it says when it is back has to be fetched.
 */
export function outdate(cache: QueryClient, nowMs: number): void {
  const old = (lock: Lock): Lock => {
    if (lock.state === 'unknown') return lock;
    const agoMs = Math.max(0, nowMs - lock.confirmed.atMs);
    return asUnread(lock, { code: 'unread', values: { agoMs } });
  };
  cache.setQueriesData<InfiniteData<LockList>>(
    { queryKey: lockQueries.lists },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, locks: page.locks.map(old) })) },
  );
  for (const [queryKey, data] of cache.getQueriesData<LockDetail>({ queryKey: lockQueries.details }))
    if (data) cache.setQueryData<LockDetail>(queryKey, { ...data, lock: old(data.lock) });
  for (const [queryKey, data] of cache.getQueriesData<Overview>({ queryKey: overviewQueries.all })) {
    if (!data?.worst) continue;
    const worst = data.worst.map((row) => ({ ...row, lock: old(row.lock) }));
    cache.setQueryData<Overview>(queryKey, { ...data, worst });
  }
  for (const [queryKey, data] of cache.getQueriesData<HolderAnswer>({ queryKey: holderQueries.all }))
    if (data && 'locks' in data)
      cache.setQueryData<HolderAnswer>(queryKey, { ...data, locks: data.locks.map(old) });
}
