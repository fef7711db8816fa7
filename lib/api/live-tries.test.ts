import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { lockOf } from '@/e2e/support/a-lock';
import type { Lock } from '../contract/lock';
import type { LockDetail } from '../contract/locks';
import { counted } from '../domain/values/counted';
import { applyEvent } from './live';
import { lockQueries } from './queries';

it('a lock whose waiters cannot be counted is asked again every five seconds whether anybody tries, no other is', () => {
  const cache = new QueryClient();
  const detail = (name: string, change: Partial<Lock>) => {
    const { queryKey } = lockQueries.detail(`main.0.${name}`);
    cache.setQueryData(queryKey, { lock: lockOf(name, change), nowMs: 100_000 } as LockDetail);
    return queryKey;
  };
  const unknown = { count: counted(null), known: null };
  const tried = detail('tried', { waiters: unknown });
  detail('counted', { waiters: { count: counted(0), known: { by: 'read', atMs: 100_000 } } });
  detail('free', { waiters: unknown, holders: [] });
  detail('silent', { waiters: unknown, state: 'unknown' });
  detail('group', { waiters: unknown, votes: [] });
  const asked = (nowMs: number) =>
    applyEvent(cache, { type: 'status', version: 3, nowMs, nodes: [], tallies: {} }).filter((key) =>
      key.includes('detail'),
    );
  expect(asked(104_900)).toEqual([]);
  expect(asked(105_000)).toEqual([tried]);
  cache.clear();
});
