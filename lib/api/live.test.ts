import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aHolder, aProcess, lockOf } from '@/e2e/support/a-lock';
import { WHOLE_COVERAGE } from '../../e2e/support/a-node';
import type { Heartbeat } from '../contract/holder';
import type { LockDetail, LockFilter, LockList } from '../contract/locks';
import type { LiveMessage } from '../contract/stream';
import { PatchJournal } from './journal';
import { applyEvent, LIVE_KEYS } from './live';
import { familyQueries, holderQueries, lockQueries, nodesQueries, overviewQueries } from './queries';
import { Refetcher } from './refetcher';

const filter: LockFilter = { q: '', target: null, sort: 'harm', desc: true };
const listKey = lockQueries.list(filter).queryKey;

const page = (names: string[]): LockList => ({
  locks: names.map((name) => lockOf(name)),
  matched: names.length,
  total: names.length,
  coverage: WHOLE_COVERAGE,
  nextCursor: null,
  version: 1,
  nowMs: 0,
});

const patch = (change: Partial<Extract<LiveMessage, { type: 'patch' }>>): LiveMessage => ({
  type: 'patch',
  version: 2,
  nowMs: 0,
  changed: [],
  removed: [],
  events: [],
  ...change,
});

let cache = new QueryClient();
afterEach(() => {
  cache.clear();
  cache = new QueryClient();
});

describe('a message', () => {
  it('changes its lock on its page and leaves the other pages as they are', () => {
    const before = { pages: [page(['a']), page(['b'])], pageParams: [null, 'next'] };
    cache.setQueryData(listKey, before);
    const changed = lockOf('b', { state: 'contended' });
    applyEvent(cache, patch({ changed: [changed] }));
    const after = cache.getQueryData(listKey);
    expect(after?.pages[0]).toBe(before.pages[0]);
    expect(after?.pages[1]?.locks[0]).toEqual(changed);
  });

  it('names families and holders as old when a lock changed, and holders when heartbeats were read', () => {
    const changed = applyEvent(cache, patch({ changed: [lockOf('a')] }));
    expect(changed).toEqual(expect.arrayContaining([familyQueries.all, holderQueries.all]));
    const beaten = applyEvent(cache, { type: 'status', version: 2, nowMs: 0, nodes: [], tallies: {} });
    expect(beaten).toContain(holderQueries.all);
  });

  it('leaves a list untouched when none of its locks changed', () => {
    const before = { pages: [page(['a'])], pageParams: [null] };
    cache.setQueryData(listKey, before);
    applyEvent(cache, patch({ changed: [lockOf('z')] }));
    expect(cache.getQueryData(listKey)).toBe(before);
  });

  it('names the page of a lock it is about as old, and no other', () => {
    cache.setQueryData(lockQueries.detail('main.0.a').queryKey, undefined);
    for (const name of ['a', 'b']) {
      cache.getQueryCache().build(cache, { queryKey: lockQueries.detail(`main.0.${name}`).queryKey });
    }
    const keys = applyEvent(cache, patch({ removed: ['main.0.a'] }));
    expect(keys).toContainEqual(lockQueries.detail('main.0.a').queryKey);
    expect(keys).not.toContainEqual(lockQueries.detail('main.0.b').queryKey);
  });

  it('of status brings nodes and tallies of one moment, and mixes nothing into the overview of another', () => {
    const overview = { counts: 'old', nodes: [] };
    cache.setQueryData(overviewQueries.now(null).queryKey, overview as never);
    const answer = { nodes: [], tallies: {}, version: 1, startedAtMs: 1, nowMs: 1 };
    cache.setQueryData(nodesQueries.now().queryKey, answer);
    const nodes = [{ target: 'main' }] as never;
    const tallies = {
      main: { locks: 5, complete: true, findings: { urgent: 1, all: 2 }, nodes: 1, answering: 1 },
    };
    const asked = applyEvent(cache, { type: 'status', version: 3, nowMs: 9, nodes, tallies });
    expect(cache.getQueryData(nodesQueries.now().queryKey)).toEqual({
      ...answer,
      ...{ nodes, tallies, version: 3, nowMs: 9 },
    });
    expect(cache.getQueryData(overviewQueries.now(null).queryKey)).toBe(overview);
    expect(asked).toContain(overviewQueries.all);
  });

  it('of status asks again for a page whose heartbeat is due, and for no other', () => {
    const known = { by: 'scan', atMs: 100_000 } as const;
    const beat = { lastMs: 99_500, beatMs: 10_000, sinceMs: 0, known };
    const detail = (name: string, heartbeat: Heartbeat | null) => {
      const lock = lockOf(name, { holders: [aHolder({ process: aProcess({ heartbeat }) })] });
      const { queryKey } = lockQueries.detail(`main.0.${name}`);
      cache.setQueryData(queryKey, { lock, nowMs: 100_000 } as LockDetail);
      return queryKey;
    };
    const beating = detail('beating', { record: 'present', ...beat });
    detail('none', { ...beat, record: 'absent', lastMs: null });
    detail('unread', null);
    const asked = (nowMs: number) =>
      applyEvent(cache, { type: 'status', version: 3, nowMs, nodes: [], tallies: {} }).filter((key) =>
        key.includes('detail'),
      );
    expect(asked(110_000)).toEqual([]);
    expect(asked(112_000)).toEqual([beating]);
  });

  it('of resync makes everything old', () => {
    expect(applyEvent(cache, { type: 'resync', version: 4, nowMs: 0, why: 'gap' })).toBe(LIVE_KEYS);
  });
});

describe('fetching again', () => {
  const observe = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
    new QueryObserver(cache, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {});

  it('happens at most once a second however much is asked for', async () => {
    const fetch = vi.fn(async () => 1);
    const stop = observe(['locks', 'list', 'x'], fetch);
    await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
    const refetcher = new Refetcher(cache, 1_000);
    for (const atMs of [0, 250, 500, 999]) {
      refetcher.ask([lockQueries.all]);
      refetcher.run(atMs);
      await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
    }
    expect(fetch).toHaveBeenCalledTimes(2);
    refetcher.run(1_000);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
    stop();
  });

  it('waits for the fetch that is under way and then runs once more', async () => {
    const answers: ((value: number) => void)[] = [];
    const fetch = vi.fn(() => new Promise<number>((resolve) => answers.push(resolve)));
    const stop = observe(['overview', null], fetch);
    const refetcher = new Refetcher(cache, 1_000);
    refetcher.ask([overviewQueries.all]);
    refetcher.run(0);
    expect(fetch).toHaveBeenCalledTimes(1);
    answers[0]?.(1);
    await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
    refetcher.run(250);
    expect(fetch).toHaveBeenCalledTimes(2);
    stop();
    answers[1]?.(2);
  });

  it('only marks as old what nobody looks at', () => {
    const fetch = vi.fn(async () => 1);
    cache.getQueryCache().build(cache, { queryKey: ['nodes', 'now'], queryFn: fetch });
    cache.setQueryData(['nodes', 'now'], 1);
    const refetcher = new Refetcher(cache);
    refetcher.ask(LIVE_KEYS);
    refetcher.run(0);
    expect(fetch).not.toHaveBeenCalled();
    expect(cache.getQueryState(['nodes', 'now'])?.isInvalidated).toBe(true);
  });
});

describe('the journal', () => {
  it('gives what is newer than an answer, oldest first, and is bounded', () => {
    const journal = new PatchJournal({ patches: 2, locks: 9 });
    for (const version of [3, 4, 5])
      journal.add(patch({ version }) as Extract<LiveMessage, { type: 'patch' }>);
    expect(journal.since(0).map(({ version }) => version)).toEqual([4, 5]);
    expect(journal.since(4).map(({ version }) => version)).toEqual([5]);
    const many = Array.from({ length: 9 }, (_, i) => lockOf(`${i}`));
    journal.add(patch({ version: 6, changed: many }) as Extract<LiveMessage, { type: 'patch' }>);
    journal.add(patch({ version: 7, changed: many }) as Extract<LiveMessage, { type: 'patch' }>);
    expect(journal.since(0).map(({ version }) => version)).toEqual([7]);
  });
});
