import { expect, test } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../../e2e/support/history-places';
import { type PastHold, pastBatches } from '../../../../e2e/support/past-batch';
import type { HistoryScope } from '../../../contract/history/history-queries';
import { openArchive } from '../../archive/open-archive';
import { familyLeases } from './family-leases';

const MINUTE = 60_000;
const NOW = T + 60 * MINUTE;
const all: HistoryScope = { target: null, family: null, lock: null };

/** Of 2 s, one after the other every 5 s, with a waiter. */
const usual = (count: number): PastHold[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ nth: 1, from: T + i * 5_000, to: T + i * 5_000 + 2_000, waiters: 1 },
    change: { lease_ms: 30_000, renewals: 1 },
  }));
const ranOut = (verdict: string | null, overrun: number | null): PastHold => ({
  ...{ nth: 2, from: T + 40 * MINUTE, to: T + 40 * MINUTE + 30_000, ended: 'expired' as const },
  change: { lease_ms: 30_000, verdict, overrun_ms: overrun },
});

onEveryDatabase((place) => {
  const { opened } = closing();

  async function ask(holds: PastHold[], scope: HistoryScope = all) {
    const archive = opened(openArchive({ url: await place.url() }));
    for (const batch of pastBatches('a', holds, [[T, NOW]])) await archive.write(batch);
    return familyLeases(archive.db, { scope, fromMs: T, toMs: NOW, nowMs: NOW + MINUTE }, 5);
  }

  test('what is recorded of the leases of a family: the dead apart from what expired while held', async () => {
    const [found, ...more] = await ask([
      ...usual(400),
      ranOut('gone', null),
      ranOut(null, null),
      ranOut('alive', 4_000),
    ]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ target: 'a', family: 'lock:*', covered: 1, rangeMs: 60 * MINUTE },
      ...{ acquisitions: 403, releases: 400, ranOut: 3, proven: 1, overrunMs: 4_000 },
      holds: { count: 401, died: 2, cut: 1 },
      lasting: { holds: 3, renewed: 0 },
    });
    expect(new Set(found?.leases)).toEqual(new Set([30_000]));
    const [load] = found?.loads ?? [];
    expect(load?.arrivalRate).toBeCloseTo(400 / (60 * MINUTE), 9);
    expect(load?.busy).toBeCloseTo(800 / 3_600, 6);
    expect(load?.waiting).toBeCloseTo(800 / 3_600, 6);
  });

  test('a family of which no key ran out, or another one, is not there', async () => {
    expect(await ask(usual(100))).toEqual([]);
    // The last two are for somebody who may view no target as a whole, or another one.
    for (const other of [{ family: 'other:*' }, { among: [] }, { among: ['b'] }])
      expect(await ask([...usual(100), ranOut(null, null)], { ...all, ...other })).toEqual([]);
  });
});
