import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { lockOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { type PastHold, pastBatches } from '../../../e2e/support/past-batch';
import { openArchive } from '../archive/open-archive';
import { debt } from './debt';
import { series } from './series';

const MINUTE = 60_000;
const NOW = T + 30 * MINUTE;
/** Held by ann for 4 min 5 s, freed by force; taken by bob, whose lease ended; held by ann to this day. */
const HOLDS: PastHold[] = [
  { nth: 1, from: T + 5_000, to: T + 250_000, ended: 'force-released', waiters: 2 },
  { nth: 1, from: T + 260_000, to: T + 290_000, holder: 'bob', ended: 'expired' },
  { nth: 1, from: T + 900_000, to: null, change: { lease_ms: 45_000 } },
  { nth: 2, from: T + 12_000, to: T + 18_000, waiters: 1 },
];
/** Nobody watched from the tenth to the twelfth minute. */
const WATCHED = [
  [T, T + 10 * MINUTE],
  [T + 12 * MINUTE, NOW],
] as const;

const range = { fromMs: T, toMs: NOW };
const all = { target: null, family: null, lock: null };
const one = { ...all, lock: lockOf('a', 1) };

onEveryDatabase((place) => {
  const { opened } = closing();

  async function past(watched: readonly (readonly [number, number])[] = WATCHED) {
    const archive = opened(openArchive({ url: await place.url() }));
    for (const batch of pastBatches('a', HOLDS, watched)) await archive.write(batch);
    return archive.db;
  }

  test('figures of a target are those of its holds', async () => {
    const db = await past();
    const { points, total, pointMs, gaps, certainty } = await series(db, { scope: all, ...range }, NOW);
    expect(points.length).toBeLessThanOrEqual(180);
    expect(pointMs).toBe(20_000);
    expect(points[0]).toMatchObject({ startMs: T - (T % 20_000), acquisitions: 2, partial: false });
    expect(total).toMatchObject({ acquisitions: 4, lapses: 1, forced: 1, releases: 1, busyShare: null });
    expect(total.waiterSeconds).toBe(245 * 2 + 6);
    expect(total.hold?.count).toBe(3);
    expect(gaps).toEqual([{ fromMs: T + 10 * MINUTE, toMs: T + 12 * MINUTE }]);
    expect(certainty.counts).toBe('at-least');
  });

  test('a point that nobody watched has no figures, and no 0', async () => {
    const db = await past();
    const { points } = await series(db, { scope: all, ...range }, NOW);
    const inGap = points.filter(({ startMs }) => startMs >= T + 10 * MINUTE && startMs < T + 12 * MINUTE);
    expect(inGap.length).toBeGreaterThan(3);
    for (const point of inGap)
      expect(point).toMatchObject({ covered: 0, held: null, waiting: null, acquisitions: null, hold: null });
    const before = points.find(({ startMs }) => startMs >= T + 5 * MINUTE);
    expect(before).toMatchObject({ covered: 1, held: 0, acquisitions: 0, waiterSeconds: 0 });
  });

  test('a lock is held in buckets without a row as its holds say, and busy share counts the time watched', async () => {
    const db = await past();
    const { points, total, leaseMs } = await series(db, { scope: one, ...range }, NOW);
    const watchedMs = 28 * MINUTE;
    const heldMs = 245_000 + 30_000 + 900_000;
    expect(total.busyShare).toBeCloseTo(heldMs / watchedMs, 6);
    expect(points.find(({ startMs }) => startMs >= T + 20 * MINUTE)).toMatchObject({
      held: 1,
      acquisitions: 0,
    });
    expect(leaseMs).toBe(45_000);
  });

  const HOUR = 60 * MINUTE;
  const LONG: PastHold[] = [
    { nth: 1, from: T + 30 * MINUTE, to: T + 3.5 * HOUR },
    { nth: 1, from: T + 5 * HOUR, to: T + 5 * HOUR + 4_000 },
    { nth: 2, from: T + HOUR, to: T + 3 * HOUR, change: { mode: 'read' } },
    { nth: 2, from: T + 2 * HOUR, to: T + 4 * HOUR, holder: 'bob', change: { mode: 'read' } },
  ];

  test.each([
    ['one-minute', 6 * HOUR],
    ['ten-minute', 48 * HOUR],
    ['one-hour', 200 * HOUR],
  ])('a lock that was held for hours was held in every one of its %s buckets', async (_, lengthMs) => {
    const archive = opened(openArchive({ url: await place.url() }));
    const [end, gap] = [T + 6 * HOUR, T + 3 * HOUR] as const;
    const parts = [
      [T, gap],
      [gap + 6 * MINUTE, end],
    ] as const;
    for (const batch of pastBatches('a', LONG, parts)) await archive.write(batch);
    const asked = { fromMs: end - lengthMs, toMs: end };
    const { points, pointMs, total } = await series(archive.db, { scope: one, ...asked }, end);
    const watchedMs = 6 * HOUR - 6 * MINUTE;
    expect(total.busyShare).toBeCloseTo((3 * HOUR - 6 * MINUTE + 4_000) / watchedMs, 9);
    const inside = points.filter(
      ({ startMs, covered }) =>
        covered > 0 && startMs >= T + 30 * MINUTE && startMs + pointMs <= T + 3.5 * HOUR,
    );
    expect(inside.length).toBeGreaterThan(0);
    for (const { held } of inside) expect(held).toBeCloseTo(1, 9);
    const shared = await series(archive.db, { scope: { ...all, lock: lockOf('a', 2) }, ...asked }, end);
    expect(shared.total.busyShare).toBeCloseTo((3 * HOUR - 6 * MINUTE) / watchedMs, 9);
  });

  test('the running point is marked and its averages are of the time that passed', async () => {
    const nowMs = NOW + 5_000;
    const db = await past([[T, nowMs]]);
    const { points } = await series(db, { scope: one, fromMs: T, toMs: nowMs }, nowMs);
    expect(points.filter(({ partial }) => partial)).toMatchObject([
      { startMs: NOW, covered: 1, held: 1, acquisitions: 0 },
    ]);
  });

  test('what is not known has no figures and is no error', async () => {
    const db = await past();
    const { total } = await series(db, { scope: { ...all, lock: 'a.0.other' }, ...range }, NOW);
    expect(total).toMatchObject({ acquisitions: 0, held: 0 });
    const nowhere = await series(db, { scope: { ...all, target: 'b' }, ...range }, NOW);
    expect(nowhere.total).toMatchObject({ covered: 0, acquisitions: null });
    expect(nowhere.gaps).toEqual([range]);
  });

  test('coarse points are the sums of the fine ones', async () => {
    const db = await past();
    const fine = await series(db, { scope: all, ...range }, NOW);
    const coarse = await series(db, { scope: all, fromMs: T - 10 * 86_400_000, toMs: NOW }, NOW);
    expect(coarse.pointMs).toBeGreaterThan(fine.pointMs);
    for (const name of ['acquisitions', 'releases', 'lapses', 'forced', 'waiterSeconds'] as const)
      expect(coarse.total[name]).toBe(fine.total[name]);
    expect(coarse.total.hold).toEqual(fine.total.hold);
  });

  test('contention debt is told of the locks with the most, and the rest together', async () => {
    const db = await past();
    const { locks, others, startsMs } = await debt(db, { scope: all, ...range, top: 1 }, NOW);
    expect(locks.map(({ id, waiterSeconds }) => [id, waiterSeconds])).toEqual([[lockOf('a', 1), 490]]);
    const sum = (values: readonly (number | null)[]) =>
      values.reduce<number>((all, one) => all + (one ?? 0), 0);
    expect(sum(locks[0]?.points ?? [])).toBe(490);
    expect(sum(others)).toBe(6);
    const gap = startsMs.findIndex((at) => at >= T + 10 * MINUTE);
    expect([others[gap], locks[0]?.points[gap]]).toEqual([null, null]);
  });
});
