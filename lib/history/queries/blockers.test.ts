import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { batchOf, lockInfo, lockOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { type PastHold, pastBatches } from '../../../e2e/support/past-batch';
import { Blockers } from '../../contract/history/blockers';
import { openArchive } from '../archive/open-archive';
import type { WaitSpanWrite } from '../database/batch';
import { blockers } from './blockers';

const MINUTE = 60_000;
const ALL = { target: null, family: null, lock: null };

const wait = (nth: number, who: string, from: number, to: number | null): WaitSpanWrite => ({
  ...{
    uid: `${nth} ${who}`,
    lock: lockOf('a', nth),
    target: 'a',
    waiter: who,
    waiter_ref: `instance:${who}`,
  },
  ...{ known_by: 'queue', from_ms: from, to_ms: to, got_it: to === null ? null : 1 },
});

/** Ann has 1 for ten minutes while two wait, and waits for 2 in the second half, which Bob has for which one waits. */
const HOLDS: PastHold[] = [
  { nth: 1, from: T, to: T + 10 * MINUTE, holder: 'ann', waiters: 2 },
  { nth: 2, from: T + 5 * MINUTE, to: T + 12 * MINUTE, holder: 'bob', waiters: 1 },
  { nth: 3, from: T, to: T + MINUTE, holder: 'cyd' },
];

onEveryDatabase((place) => {
  const { opened } = closing();

  async function setup() {
    const archive = opened(openArchive({ url: await place.url() }));
    for (const batch of pastBatches('a', HOLDS, [[T, T + 15 * MINUTE]])) await archive.write(batch);
    const waitSpans = [wait(2, 'ann', T + 5 * MINUTE, T + 10 * MINUTE), wait(1, 'dan', T, T + 10 * MINUTE)];
    await archive.write(batchOf('a', { locks: [1, 2].map((nth) => lockInfo('a', nth)), waitSpans }));
    const ask = (change: object = {}) =>
      blockers(
        archive.db,
        { scope: ALL, fromMs: T, toMs: T + 15 * MINUTE, limit: 10, ...change },
        T + 15 * MINUTE,
      );
    return { archive, ask };
  }

  test('waits are charged to who had the lock, and while that one waited to who kept it waiting', async () => {
    const { ask } = await setup();
    const answer = await ask();
    expect(Blockers.parse(answer)).toEqual(answer);
    const seconds = answer.rows.map(({ holder, waiterSeconds, own }) => [
      holder,
      Math.round(waiterSeconds),
      Math.round(own),
    ]);
    // Of 1,200 waiter-seconds of lock 1 half are Bob's, and 420 of his own lock.
    expect(seconds).toEqual([
      ['bob', 1_020, 420],
      ['ann', 600, 600],
    ]);
    expect(answer.charged).toBeCloseTo(1_620, 3);
    expect(answer.total).toBeCloseTo(1_620, 3);
    expect(answer.covered).toBe(1);
    expect(answer.rows[0]?.tree.map(({ depth, key, holder }) => [depth, key, holder])).toEqual([
      [0, 'lock:2', 'bob'],
      [1, 'lock:1', 'ann'],
    ]);
    // Another task of Ann's may have waited.
    expect(answer.rows[0]?.unsure).toBeCloseTo(600, 3);
    expect(answer.rows[0]?.victims).toEqual([
      { waiter: 'ann', waiterSeconds: 300 },
      { waiter: 'dan', waiterSeconds: 300 },
    ]);
  });

  test('of a part of the time only that part counts, and how many there are is said beyond the limit', async () => {
    const { ask } = await setup();
    const { rows, matched } = await ask({ toMs: T + 5 * MINUTE, limit: 1 });
    expect(rows.map(({ holder, waiterSeconds }) => [holder, Math.round(waiterSeconds)])).toEqual([
      ['ann', 600],
    ]);
    expect(matched).toBe(1);
    expect((await ask({ limit: 1 })).matched).toBe(2);
  });

  test('whoever may see one lock alone learns of no other, nor of another target', async () => {
    const { ask } = await setup();
    const alone = await ask({ scope: { ...ALL, lock: lockOf('a', 1), among: [] } });
    expect(alone.rows.map(({ holder, waiterSeconds }) => [holder, Math.round(waiterSeconds)])).toEqual([
      ['ann', 1_200],
    ]);
    expect(JSON.stringify(alone)).not.toContain('lock:2');
    const whole = await ask({ scope: { ...ALL, lock: lockOf('a', 1) } });
    expect(whole.rows.map(({ holder }) => holder)).toEqual(['ann', 'bob']);
    expect((await ask({ scope: { ...ALL, among: ['b'] } })).rows).toEqual([]);
    expect((await ask({ scope: { ...ALL, target: 'b' } })).rows).toEqual([]);
  });
});
