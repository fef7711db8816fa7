import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { lockOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { type PastHold, pastBatches } from '../../../e2e/support/past-batch';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { Archive } from '../archive/archive-types';
import { openArchive } from '../archive/open-archive';
import { familyHolds } from './family-holds';
import { ledger } from './ledger';

const MINUTE = 60_000;
const NOW = T + 60 * MINUTE;
const all: HistoryScope = { target: null, family: null, lock: null };
const range = { fromMs: T, toMs: NOW };

/** Ended by its key, after a minute. */
const expired = (nth: number, from: number, change: PastHold['change']): PastHold => ({
  ...{ nth, from, to: from + MINUTE, ended: 'expired', holder: 'bob', change },
});
/** One after the other, each of two seconds. */
const many = (count: number): PastHold[] =>
  Array.from({ length: count }, (_, i) => ({ nth: 9, from: T + i * 5_000, to: T + i * 5_000 + 2_000 }));

const HOLDS: PastHold[] = [
  expired(1, T + 6 * MINUTE, { overrun_ms: 9_000 }),
  expired(1, T + 8 * MINUTE, { overrun_ms: 1_000 }),
  expired(2, T + 9 * MINUTE, { verdict: 'alive' }),
  // These only ran out: their holder is gone, or nothing is known of it.
  expired(3, T + 10 * MINUTE, { verdict: 'gone' }),
  expired(4, T + 11 * MINUTE, { verdict: 'unknown' }),
  expired(5, T + 12 * MINUTE, { verdict: null }),
  // A living holder that gave back in time proves nothing either.
  { nth: 6, from: T + 13 * MINUTE, to: T + 14 * MINUTE, change: { verdict: 'alive' } },
];

onEveryDatabase((place) => {
  const { opened } = closing();

  async function past(holds: PastHold[]): Promise<Archive> {
    const archive = opened(openArchive({ url: await place.url() }));
    for (const batch of pastBatches('a', holds, [[T, NOW]])) await archive.write(batch);
    return archive;
  }
  const ask = async (holds: PastHold[], scope: HistoryScope = all) =>
    ledger((await past(holds)).db, { scope, ...range, offset: 0, limit: 10 }, NOW);

  test('the ledger has what is proven to have expired while held, by family, and nothing that only ran out', async () => {
    const { rows, matched, holds } = await ask(HOLDS);
    expect([matched, holds]).toEqual([1, 3]);
    expect(rows).toEqual([
      {
        ...{ target: 'a', family: 'lock:*', expired: 3, cameBack: 2, livedOn: 1, locks: 2, holders: 1 },
        last: { atMs: T + 10 * MINUTE, lock: lockOf('a', 2), key: 'lock:2', holder: 'bob' },
        leaseMs: 10_000,
        overrun: { p50Ms: 1_000, maxMs: 9_000, known: 2 },
        advice: expect.objectContaining({ holds: 4, needed: 100, p999Ms: null, leaseMs: null }),
      },
    ]);
  });

  test('the ledger of one lock has its own, and of a family or a time without any there is none', async () => {
    const { db } = await past(HOLDS);
    const of = (scope: HistoryScope, fromMs = T) =>
      ledger(db, { scope, fromMs, toMs: NOW, offset: 0, limit: 10 }, NOW);
    expect((await of({ ...all, lock: lockOf('a', 2) })).rows).toMatchObject([{ expired: 1, livedOn: 1 }]);
    expect((await of({ ...all, lock: lockOf('a', 3) })).rows).toEqual([]);
    expect((await of({ ...all, family: 'lock:*' })).holds).toBe(3);
    expect((await of({ ...all, family: 'other:*' })).rows).toEqual([]);
    expect((await of(all, T + 20 * MINUTE)).rows).toEqual([]);
  });

  test('the ledger of one lock has no figure of others for whoever may see that lock alone', async () => {
    const own = many(3).map((hold) => ({ ...hold, nth: 1 }));
    const { db } = await past([expired(1, T + 30 * MINUTE, { overrun_ms: 5 }), ...own, ...many(150)]);
    const scope = { ...all, lock: lockOf('a', 1) };
    const adviceFor = async (among?: readonly string[]) => {
      const asked = { ...scope, ...(among && { among }) };
      return (await ledger(db, { scope: asked, ...range, offset: 0, limit: 10 }, NOW)).rows[0]?.advice;
    };
    expect(await adviceFor()).toMatchObject({ holds: 154 });
    expect(await adviceFor([])).toMatchObject({ holds: 4, p999Ms: null, leaseMs: null });
  });

  test('a lease is advised from a hundred holds on, by their p99.9 and a fifth, at least where some were cut', async () => {
    const adviceOf = async (holds: PastHold[]) => (await ask(holds)).rows[0]?.advice;
    const first = expired(1, T, { overrun_ms: 5 });
    expect(await adviceOf([first, ...many(98)])).toMatchObject({ holds: 99, p999Ms: null, leaseMs: null });
    const advice = await adviceOf([first, ...many(99)]);
    expect(advice).toMatchObject({ holds: 100, overstays: 0, atLeast: true });
    // Of a hundred it is the longest: the one that expired, which lasted for a minute at least.
    expect(advice?.p999Ms).toBeGreaterThanOrEqual(MINUTE / 1.1);
    expect(advice?.p999Ms).toBeLessThanOrEqual(MINUTE * 1.1);
    expect(advice?.leaseMs).toBeGreaterThanOrEqual((advice?.p999Ms ?? 0) * 1.2);
  });

  test('keys of dead holders, which last as long as the lease, are not in the p99.9, and with them nothing is cut', async () => {
    const dead = (nth: number, verdict: string | null): PastHold => ({
      ...{ nth, from: T + 30 * MINUTE, to: T + 31 * MINUTE, ended: 'expired', change: { verdict } },
    });
    const { db } = await past([...many(200), dead(11, 'gone'), dead(12, 'unknown'), dead(13, null)]);
    const asked = [{ target: 'a', family: 'lock:*' }];
    const [plain] = (await familyHolds(db, asked, T, NOW)).values();
    expect(plain).toMatchObject({ count: 203, cut: 3, died: 0 });
    expect(plain?.p999Ms).toBeGreaterThan(50_000);
    const [without] = (await familyHolds(db, asked, T, NOW, 'without-dead')).values();
    expect(without).toMatchObject({ count: 200, cut: 0, died: 3 });
    expect(without?.p999Ms).toBeLessThan(2_200);
  });

  test('holds that overstayed are neither counted nor in the p99, and one that nobody knows has no figures', async () => {
    const overstay: PastHold = { nth: 9, from: T + 30 * MINUTE, to: T + 54 * MINUTE, overstayed: true };
    const { db } = await past([...many(100), overstay, { ...overstay, nth: 8 }]);
    const asked = [
      { target: 'a', family: 'lock:*' },
      { target: 'a', family: 'other:*' },
    ];
    const found = await familyHolds(db, asked, T, NOW);
    expect([...found.keys()]).toEqual(['a\nlock:*']);
    const known = found.get('a\nlock:*');
    expect(known).toMatchObject({ count: 100, overstays: 2, cut: 0, fromMs: T });
    expect(known?.p99Ms).toBeLessThan(2_200);
  });
});
