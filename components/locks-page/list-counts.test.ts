import { describe, expect, it } from 'vitest';
import { buildTestLock } from '@/e2e/support/a-lock';
import type { LockList } from '@/lib/contract/locks';
import { NOT_COVERED } from '@/lib/domain/nodes/coverage';
import { listCountsOf } from './list-counts';

const COVERED = { ...NOT_COVERED, names: 1, contents: 1, completedAtMs: 1 };
const page = (names: string, change: Partial<LockList>): LockList => ({
  locks: [...names].map((name) => buildTestLock(name)),
  ...{ matched: 0, total: 0, coverage: COVERED, nextCursor: null, version: 1, nowMs: 1 },
  ...change,
});

describe('the figures over the list', () => {
  it('never show more than match, whatever the last page counted when it was fetched', () => {
    const pages = [page('abcd', { matched: 6, nextCursor: 'x' }), page('ef', { matched: 3, total: 4 })];
    expect(listCountsOf(pages, 6)).toMatchObject({ loaded: 6, matched: 6, total: 6 });
    const going = [
      page('abcd', { matched: 6, nextCursor: 'x' }),
      page('ef', { matched: 3, nextCursor: 'y' }),
    ];
    expect(listCountsOf(going, 6)).toMatchObject({ loaded: 6, matched: 6, total: 6 });
  });

  it('count a lock once that is on two pages', () => {
    expect(listCountsOf([page('ab', { nextCursor: 'x' }), page('bc', { total: 9 })], 3)).toMatchObject({
      ...{ matched: 3, total: 9 },
    });
  });

  it('have what matches and was not loaded yet', () => {
    expect(listCountsOf([page('ab', { matched: 40, total: 50, nextCursor: 'x' })], 2)).toMatchObject({
      ...{ loaded: 2, matched: 40, total: 50 },
    });
  });
});
