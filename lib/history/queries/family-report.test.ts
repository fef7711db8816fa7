import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { type PastHold, pastBatches } from '../../../e2e/support/past-batch';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { Archive } from '../archive/archive-types';
import { openArchive } from '../archive/open-archive';
import { familyReport } from './family-report';
import { ledger } from './ledger';
import { leaseOfHolds } from './newest-holds';
import { series } from './series';

const MINUTE = 60_000;
const NOW = T + 60 * MINUTE;
const all: HistoryScope = { target: null, family: null, lock: null };
const range = { fromMs: T, toMs: NOW };
/** Nobody watched from the tenth to the twentieth minute. */
const WATCHED = [
  [T, T + 10 * MINUTE],
  [T + 20 * MINUTE, NOW],
] as const;

/** Two wait for four minutes; one expires while it is held; one goes on. */
const HOLDS: PastHold[] = [
  { nth: 1, from: T + 5_000, to: T + 245_000, waiters: 2 },
  { nth: 1, from: T + 260_000, to: T + 290_000, ended: 'expired', change: { overrun_ms: 2_000 } },
  { nth: 2, from: T + 30 * MINUTE, to: null, change: { lease_ms: 10_100 } },
];

onEveryDatabase((place) => {
  const { opened } = closing();

  async function past(of: Record<string, PastHold[]>, watched = WATCHED): Promise<Archive> {
    const archive = opened(openArchive({ url: await place.url() }));
    for (const [target, holds] of Object.entries(of))
      for (const batch of pastBatches(target, holds, watched)) await archive.write(batch);
    return archive;
  }
  const ask = async (
    archive: Archive,
    change: { scope?: HistoryScope; limit?: number; fromMs?: number } = {},
  ) => familyReport(archive.db, { scope: all, ...range, limit: 500, ...change }, NOW);

  test('a family has the sums that its charts and the ledger have', async () => {
    const archive = await past({ a: HOLDS });
    const { rows, matched, waiterSeconds, covered, pointMs, startsMs } = await ask(archive);
    const family = { ...all, target: 'a', family: 'lock:*' };
    const charts = await series(archive.db, { scope: family, ...range }, NOW);
    const proven = await ledger(archive.db, { scope: all, ...range, offset: 0, limit: 1 }, NOW);
    expect([matched, waiterSeconds]).toEqual([1, 480]);
    expect(covered).toBeCloseTo(charts.total.covered, 9);
    expect(rows).toMatchObject([
      {
        ...{ target: 'a', family: 'lock:*', libraries: ['Lockscope'], gap: null },
        ...{ waiterSeconds: charts.total.waiterSeconds, acquisitions: charts.total.acquisitions },
        expired: proven.rows[0]?.expired,
        hold: { p95: charts.total.hold?.p95, count: charts.total.hold?.count },
        ...{ wait: null, longestWaitMs: null, renewed: false },
        lease: { minMs: 10_100, maxMs: 10_100, noTtl: false },
      },
    ]);
    expect(rows[0]?.perSecond).toBeCloseTo(3 / (50 * 60), 9);
    const { fromMs = 0, factor = 0, counts = [] } = rows[0]?.hold?.bars ?? {};
    // One hold of 30 s and one of 240 s: three doublings apart.
    expect([counts.at(0), counts.at(-1), counts.length]).toEqual([1, 1, 13]);
    expect(fromMs <= 30_000 && 30_000 < fromMs * factor).toBe(true);
    expect(startsMs.length).toBeLessThanOrEqual(32);
    expect(pointMs % charts.pointMs).toBe(0);
  });

  test('its points add up to its debt, and one that nobody watched is a gap', async () => {
    const { rows, startsMs, pointMs } = await ask(await past({ a: HOLDS }));
    const points = rows[0]?.points ?? [];
    expect(points.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(480);
    const inGap = startsMs.flatMap((at, i) =>
      at >= T + 10 * MINUTE && at + pointMs <= T + 20 * MINUTE ? [points[i]] : [],
    );
    expect(inGap.length).toBeGreaterThan(2);
    expect(new Set(inGap)).toEqual(new Set([null]));
    expect(points.at(-1)).toBe(0);
  });

  test('coarse points say the same sums', async () => {
    const archive = await past({ a: HOLDS });
    const [fine, coarse] = [await ask(archive), await ask(archive, { fromMs: T - 30 * 86_400_000 })];
    expect(coarse.pointMs).toBeGreaterThan(fine.pointMs);
    for (const name of ['waiterSeconds', 'acquisitions', 'expired', 'hold'] as const)
      expect(coarse.rows[0]?.[name]).toEqual(fine.rows[0]?.[name]);
  });

  test('the one with the most debt is first, each target is by itself, and the rest is counted', async () => {
    const worse = HOLDS.map((hold) => ({ ...hold, waiters: 3 }));
    const archive = await past({ a: HOLDS, b: worse });
    const { rows, matched, waiterSeconds } = await ask(archive);
    expect(rows.map(({ target }) => target)).toEqual(['b', 'a']);
    const [first] = (await ask(archive, { limit: 1 })).rows;
    expect([first?.target, matched, waiterSeconds]).toEqual([
      'b',
      2,
      (rows[0]?.waiterSeconds ?? 0) + (rows[1]?.waiterSeconds ?? 0),
    ]);
    const one = await ask(archive, { scope: { ...all, target: 'a' } });
    expect(one.rows.map(({ target }) => target)).toEqual(['a']);
    expect((await ask(archive, { scope: { ...all, among: [] } })).rows).toEqual([]);
  });

  test('waiting that cannot be counted is unknown and stands behind a debt of 0', async () => {
    const quiet: PastHold[] = [{ nth: 1, from: T, to: T + MINUTE }];
    const hidden = quiet.map((hold) => ({ ...hold, change: { waiters_max: null } }));
    const { rows } = await ask(await past({ a: hidden, b: quiet }));
    expect(rows.map(({ target, gap, waiterSeconds }) => [target, gap, waiterSeconds])).toEqual([
      ['b', null, 0],
      ['a', 'uncounted', null],
    ]);
    expect(rows[1]).toMatchObject({ acquisitions: 1, wait: null, longestWaitMs: null });
    expect(new Set(rows[1]?.points)).toEqual(new Set([null]));
  });

  test('a range that nobody watched has no family and no sum', async () => {
    const { rows, waiterSeconds, covered } = await ask(await past({ a: HOLDS }), {
      fromMs: T + 12 * MINUTE,
    });
    expect(rows).toHaveLength(1);
    const nothing = await familyReport(
      (await past({ a: HOLDS })).db,
      { scope: all, fromMs: T - 2 * 3_600_000, toMs: T - 3_600_000, limit: 9 },
      NOW,
    );
    expect([nothing.rows, nothing.waiterSeconds, nothing.covered]).toEqual([[], null, 0]);
    expect([waiterSeconds, covered > 0 && covered < 1]).toEqual([0, true]);
  });
});

test('leases that are read as a little shorter now and then are one, and no TTL is none', () => {
  const of = (...leases: (number | null)[]) =>
    leaseOfHolds(leases.map((leaseMs) => ({ leaseMs, noTtl: leaseMs === null ? 1 : 0 })));
  expect(of(30_000, 29_980, 29_400)).toEqual({ minMs: 30_000, maxMs: 30_000, noTtl: false });
  expect(of(30_000, 10_000)).toEqual({ minMs: 10_000, maxMs: 30_000, noTtl: false });
  expect(of(30_000, null)).toEqual({ minMs: 30_000, maxMs: 30_000, noTtl: true });
  expect(of(null)).toEqual({ minMs: null, maxMs: null, noTtl: true });
  expect(of()).toBeNull();
});
