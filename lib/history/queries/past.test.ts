import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { batchOf, lockOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { type PastHold, pastBatches } from '../../../e2e/support/past-batch';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { Archive } from '../archive/archive-types';
import { openArchive } from '../archive/open-archive';
import { marks } from './marks';
import { moment, pastLockAt } from './moment';
import { timeline } from './timeline/timeline';

const MINUTE = 60_000;
const NOW = T + 30 * MINUTE;
const HOLDS: PastHold[] = [
  { nth: 1, from: T + MINUTE, to: T + 5 * MINUTE, waiters: 2, ended: 'force-released' },
  {
    nth: 1,
    from: T + 6 * MINUTE,
    to: T + 7 * MINUTE,
    holder: 'bob',
    ended: 'expired',
    change: { overrun_ms: 9_000 },
  },
  { nth: 2, from: T + 2 * MINUTE, to: null, holder: 'bob', change: { no_ttl: 1 } },
  ...Array.from({ length: 30 }, (_, i) => ({
    nth: 3,
    from: T + 7_000 + i * 20_000,
    to: T + 7_100 + i * 20_001,
  })),
];
const WATCHED = [
  [T, T + 10 * MINUTE],
  [T + 12 * MINUTE, NOW],
] as const;
const all: HistoryScope = { target: null, family: null, lock: null };
const one = { ...all, lock: lockOf('a', 1) };
const range = { fromMs: T, toMs: NOW };

onEveryDatabase((place) => {
  const { opened } = closing();

  async function past(): Promise<Archive> {
    const archive = opened(openArchive({ url: await place.url() }));
    for (const batch of pastBatches('a', HOLDS, WATCHED)) await archive.write(batch);
    const finding = { code: 'no-ttl', severity: 'at-risk', sinceMs: T + 2 * MINUTE };
    const event = { lock: lockOf('a', 2), node: null, by: 'inferred', holder: null, values: finding };
    await archive.write(
      batchOf('a', {
        waitSpans: [
          {
            uid: 'w',
            lock: lockOf('a', 1),
            target: 'a',
            waiter: 'bob',
            waiter_ref: 'instance:bob',
            known_by: 'queue',
            from_ms: T + MINUTE,
            to_ms: T + 5 * MINUTE,
            got_it: 1,
          },
        ],
        events: [
          { ...event, atMs: T + 2 * MINUTE, kind: 'finding-raised' },
          { ...event, atMs: T + 8 * MINUTE, kind: 'finding-cleared' },
          { ...event, atMs: T + 9 * MINUTE, lock: null, node: 'r1', kind: 'restart', values: {} },
        ],
      }),
    );
    return archive;
  }

  const at = (atMs: number, q = '') => ({ atMs, target: null, q, offset: 0, limit: 100, graph: true });

  test('a moment has every lock with its holder, waiters and findings of then', async () => {
    const { db } = await past();
    const { locks, counts, unwatched, graph } = await moment(db, at(T + 3 * MINUTE), NOW);
    expect(unwatched).toEqual([]);
    expect(locks.map(({ id, state, waiters, spans }) => [id, state, waiters, spans[0]?.holder])).toEqual([
      [lockOf('a', 2), 'at-risk', 0, 'bob'],
      [lockOf('a', 1), 'contended', 2, 'ann'],
    ]);
    expect(locks[1]).toMatchObject({ ageMs: 2 * MINUTE, leaseMs: 10_000, key: 'lock:1', kind: 'mutex' });
    expect(locks[0]?.findings).toEqual([{ code: 'no-ttl', severity: 'at-risk', sinceMs: T + 2 * MINUTE }]);
    expect(counts).toEqual({ held: 2, waiting: 2, findings: 1 });
    expect(graph?.waits).toMatchObject([{ lock: lockOf('a', 1), by: 'queue' }]);
    const waiter = graph?.waits[0]?.party;
    expect(graph?.holds.map(({ party, lock }) => [party === waiter, lock])).toContainEqual([
      true,
      lockOf('a', 2),
    ]);
  });

  test('the moment a hold ends it is over, and the moment it begins it is there', async () => {
    const { db } = await past();
    const holderAt = async (atMs: number) =>
      (await pastLockAt(db, lockOf('a', 1), atMs, NOW)).lock.spans[0]?.holder ?? null;
    expect(await holderAt(T + MINUTE - 1)).toBeNull();
    expect(await holderAt(T + MINUTE)).toBe('ann');
    expect(await holderAt(T + 5 * MINUTE - 1)).toBe('ann');
    expect(await holderAt(T + 5 * MINUTE)).toBeNull();
    expect(await holderAt(T + 6 * MINUTE)).toBe('bob');
  });

  test('a moment that nobody watched is unknown and says whose', async () => {
    const { db } = await past();
    const { unwatched, locks, counts } = await moment(db, at(T + 11 * MINUTE), NOW);
    expect(unwatched).toEqual(['a']);
    expect(locks.map(({ state, waiters }) => [state, waiters])).toEqual([['unknown', null]]);
    expect(counts.waiting).toBeNull();
  });

  test('filters are those of the table, pages are by offset, what was never there is not found', async () => {
    const { db } = await past();
    const found = await moment(db, at(T + 3 * MINUTE, 'holder:ann'), NOW);
    expect(found.locks.map(({ id }) => id)).toEqual([lockOf('a', 1)]);
    expect([found.matched, found.counts.held]).toEqual([1, 2]);
    const second = await moment(db, { ...at(T + 3 * MINUTE), offset: 1, limit: 1 }, NOW);
    expect([second.locks.map(({ id }) => id), second.matched]).toEqual([[lockOf('a', 1)], 2]);
    await expect(moment(db, at(T, 'state:nonsense'), NOW)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    await expect(pastLockAt(db, 'a.0.nothing', T, NOW)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a timeline of a lock has its holds in order, its waiters and its gaps', async () => {
    const { db } = await past();
    const ask = { scope: one, holder: null, ...range, limit: 100 };
    const { spans, waiting, gaps, lanesBy, blocks, locks } = await timeline(db, ask, NOW);
    expect(spans.map(({ holder, ended, overrunMs }) => [holder, ended, overrunMs])).toEqual([
      ['ann', 'force-released', null],
      ['bob', 'expired', 9_000],
    ]);
    expect(waiting).toEqual([
      { atMs: T + MINUTE, waiters: 2 },
      { atMs: T + 5 * MINUTE, waiters: 0 },
    ]);
    expect(gaps).toEqual([{ fromMs: T + 10 * MINUTE, toMs: T + 12 * MINUTE }]);
    expect([lanesBy, blocks, locks.length]).toEqual(['holder', [], 1]);
  });

  test('a timeline keeps what began before its range and goes on', async () => {
    const { db } = await past();
    const ask = { scope: { ...all, lock: lockOf('a', 2) }, holder: null, limit: 10 };
    const { spans } = await timeline(db, { ...ask, fromMs: T + 20 * MINUTE, toMs: NOW }, NOW);
    expect(spans.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([[T + 2 * MINUTE, null]]);
  });

  test('beyond the limit short holds are merged, and every hold is told once', async () => {
    const { db } = await past();
    const ask = { scope: { ...all, target: 'a', family: 'lock:*' }, holder: null, ...range, limit: 6 };
    const { spans, blocks, matched, lanesBy } = await timeline(db, ask, NOW);
    expect([spans.length, matched, lanesBy]).toEqual([6, 33, 'lock']);
    expect(spans.length + blocks.reduce((sum, { holds }) => sum + holds, 0)).toBe(33);
    expect(spans.map(({ ended }) => ended)).toEqual(
      expect.arrayContaining(['force-released', 'expired', null]),
    );
  });

  test('a holder has its holds of all locks', async () => {
    const { db } = await past();
    const { spans } = await timeline(db, { scope: all, holder: 'instance:bob', ...range, limit: 10 }, NOW);
    expect(spans.map(({ lock }) => lock)).toEqual([lockOf('a', 2), lockOf('a', 1)]);
  });

  test('marks are events and notes of the range, by kind', async () => {
    const archive = await past();
    const note = { at_ms: T + 4 * MINUTE, until_ms: null, kind: 'deploy', title: 'v2', text: '', url: null };
    await archive.addMark({ ...note, target: null, actor: 'ann' });
    const kindsOf = async (kinds: string[] | null, scope = all) =>
      (await marks(archive.db, { scope, ...range, kinds, limit: 10 }, NOW)).marks.map(({ kind }) => kind);
    expect(await kindsOf(null)).toEqual(['finding-raised', 'deploy', 'finding-cleared', 'restart']);
    expect(await kindsOf(['restart', 'deploy'])).toEqual(['deploy', 'restart']);
    expect(await kindsOf(null, { ...all, lock: lockOf('a', 2) })).toEqual([
      'finding-raised',
      'deploy',
      'finding-cleared',
    ]);
    const newest = await marks(archive.db, { scope: all, ...range, kinds: null, limit: 2 }, NOW);
    expect([newest.marks.map(({ kind }) => kind), newest.more]).toEqual([
      ['finding-cleared', 'restart'],
      true,
    ]);
  });
});
