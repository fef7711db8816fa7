import { expect, test } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { onEveryDatabase } from '../../../../e2e/support/history-places';
import { queueSteps, together } from '../../../../e2e/support/queue-steps';
import { SimulatedLocks } from '../../../../e2e/support/simulated-locks';
import { openArchive } from '../../archive/open-archive';
import type { Db } from '../../database/multi-row';
import { lockLoads } from './lock-loads';

const MINUTE = 60_000;
const FOR_MS = 6 * MINUTE;
const all = { target: null, family: null, lock: null };

onEveryDatabase((place) => {
  const { opened } = closing();

  /** What a recorder wrote of locks that were used from the start of a point on. */
  async function recorded(...busy: number[]) {
    const locks = new SimulatedLocks();
    locks.pass(7_000);
    const startMs = locks.nowMs;
    const workloads = busy.map((each, i) =>
      queueSteps({ busy: each, holdMs: 300, forMs: FOR_MS, lock: i + 1, seed: i + 1 }),
    );
    locks.run(
      together(
        workloads.map(({ steps }) => steps),
        FOR_MS,
      ),
    );
    locks.pass(20_000);
    const archive = opened(openArchive({ url: await place.url() }));
    for (const batch of locks.batches) await archive.write(batch);
    return { db: archive.db, startMs, workloads };
  }
  const ask = (db: Db, fromMs: number, toMs: number) =>
    lockLoads(db, { scope: all, fromMs, toMs, nowMs: toMs + MINUTE }, 20);

  test('the load of a lock is what happened, and locks that were waited for more come first', async () => {
    const { db, startMs, workloads } = await recorded(0.4, 0.7);
    const range = { fromMs: startMs, toMs: startMs + FOR_MS, nowMs: startMs + FOR_MS };
    for (const among of [[], ['other']])
      expect(await lockLoads(db, { scope: { ...all, among }, ...range }, 20)).toEqual([]);
    const found = await ask(db, startMs, startMs + FOR_MS);
    expect(found.map(({ key, covered }) => [key, covered])).toEqual([
      ['stock:2', 1],
      ['order:1', 1],
    ]);
    for (const [nth, { truth }] of [...workloads].reverse().entries()) {
      const { load } = found[nth] ?? {};
      expect(load?.coveredMs).toBe(FOR_MS);
      expect(load?.acquisitions).toBe(truth.acquisitions);
      expect(load?.heldMs).toBe(truth.heldMs);
      expect(load?.waiterMs).toBe(truth.waiterMs);
      expect(load?.holds.meanMs).toBeGreaterThan(300 / 1.1);
      expect(load?.holds.meanMs).toBeLessThan(300 * 1.1);
      const counts = new Array<number>(FOR_MS / 10_000).fill(0);
      for (const at of truth.arrivals)
        counts[Math.floor(at / 10_000)] = (counts[Math.floor(at / 10_000)] ?? 0) + 1;
      expect(load?.arrivals).toEqual(counts);
    }
  });

  test('what was not watched is neither counted nor known, and a point that runs is not there', async () => {
    const { db, startMs } = await recorded(0.7);
    const [early] = await ask(db, startMs - 5 * MINUTE, startMs + 5 * MINUTE + 5_000);
    expect(early?.load.coveredMs).toBe(5 * MINUTE);
    expect(early?.load.arrivals).toHaveLength(60);
    expect(early?.load.arrivals.filter((count) => count === null)).toHaveLength(30);
    expect(early?.covered).toBe(0.5);
  });
});
