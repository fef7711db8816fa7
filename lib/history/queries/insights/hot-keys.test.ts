import { expect, test } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../../e2e/support/history-places';
import { type PastHold, pastBatches } from '../../../../e2e/support/past-batch';
import { openArchive } from '../../archive/open-archive';
import { hotKeys } from './hot-keys';

const MINUTE = 60_000;
const NOW = T + 60 * MINUTE;

/** Of 4 s, every 10 s. */
const holdsOf = (nth: number, waiters: number): PastHold[] =>
  Array.from({ length: 360 }, (_, i) => ({ nth, waiters, from: T + i * 10_000, to: T + i * 10_000 + 4_000 }));

onEveryDatabase((place) => {
  const { opened } = closing();

  test('the lock of a family that was waited for most, with its share in each part of the range', async () => {
    const archive = opened(openArchive({ url: await place.url() }));
    const holds = [...holdsOf(1, 1), ...holdsOf(2, 3), ...holdsOf(3, 0)];
    for (const batch of pastBatches('a', holds, [[T, NOW]])) await archive.write(batch);
    const scope = { target: null, family: null, lock: null };
    const found = await hotKeys(archive.db, { scope, fromMs: T, toMs: NOW, nowMs: NOW + MINUTE }, 10);
    expect(found).toHaveLength(1);
    const [hot] = found;
    expect(hot).toMatchObject({ target: 'a', family: 'lock:*', key: 'lock:2', locks: 3, covered: 1 });
    expect(hot?.parts).toHaveLength(12);
    for (const part of hot?.parts ?? []) expect(part).toEqual({ own: 360_000, family: 480_000 });
    expect(hot?.load).toMatchObject({ acquisitions: 360, heldMs: 1_440_000, waiterMs: 4_320_000 });
    // Of another target, or for somebody who may view none as a whole.
    for (const other of [
      { ...scope, target: 'b' },
      { ...scope, among: [] },
      { ...scope, among: ['b'] },
    ])
      expect(await hotKeys(archive.db, { scope: other, fromMs: T, toMs: NOW, nowMs: NOW }, 10)).toEqual([]);
  });
});
