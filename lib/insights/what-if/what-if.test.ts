import { describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { archivedDemand, exactDemand, queueWorkloadOf } from '../../../e2e/support/queue-demand';
import { exponential, type QueueWorkload, runQueue } from '../../../e2e/support/queue-workload';
import type { WhatIfChange } from '../../contract/history/what-if';
import { openArchive } from '../../history/archive/open-archive';
import type { RecordedDemand } from '../../history/queries/recorded-demand';
import { UNCHANGED } from './replay';
import { type WhatIfAnswer, whatIf } from './what-if';

const { opened } = closing();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

function asked(recorded: RecordedDemand, change: Partial<WhatIfChange> = {}, seed = 1): WhatIfAnswer {
  const replays = whatIf(recorded, { ...UNCHANGED, ...change }, seed);
  for (;;) {
    const { done, value } = replays.next();
    if (done) return value;
  }
}

function within(actual: number, expected: number, share: number): void {
  expect(Math.abs(actual / expected - 1), `${actual} for ${expected}`).toBeLessThan(share);
}

test.each(SEEDS)(
  'unchanged, a recorded quarter of an hour is reproduced within 5 per cent (seed %i)',
  async (seed) => {
    const workload = queueWorkloadOf(seed, 15 * MINUTE_MS);
    const truth = runQueue(workload);
    const archive = opened(openArchive({ url: 'memory:' }));
    const answer = asked(await archivedDemand(archive, workload, truth, seed % 2 ? 'exact' : 'each-second'));
    expect(answer).toMatchObject({ silent: null, covered: 1, n: truth.holds });
    expect(Math.abs(answer.missedBy ?? 1)).toBeLessThan(0.05);
    within(answer.before?.waiterSeconds ?? 0, answer.recordedWaiterSeconds, 0.05);
  },
);

const scaled = (workload: QueueWorkload, factor: number): QueueWorkload => ({
  ...workload,
  holdMs: (random) => factor * workload.holdMs(random),
});
const split = (workload: QueueWorkload, of: number) =>
  Array.from({ length: of }, (_, nth) => ({ ...workload, shard: { nth, of } }));

describe('a change is predicted as it comes out when it is really made, in an hour of each of 20 seeds', () => {
  const changes: [string, Partial<WhatIfChange>, (as: QueueWorkload) => QueueWorkload[], number][] = [
    ['half the hold time', { holdFactor: 0.5 }, (as) => [scaled(as, 0.5)], 0.1],
    ['1.2 times the hold time', { holdFactor: 1.2 }, (as) => [scaled(as, 1.2)], 0.1],
    ['another lease', { leaseMs: 10_000 }, (as) => [{ ...as, leaseMs: 10_000 }], 0.05],
    ['a fair queue', { queue: 'fair' }, (as) => [{ ...as, order: 'first-come' }], 0.05],
    ['four shards', { shards: 4 }, (as) => split(as, 4), 0.25],
  ];
  test.each(changes)('%s', (_, change, made, share) => {
    for (const seed of SEEDS) {
      const workload = queueWorkloadOf(seed, HOUR_MS, { patienceMs: null });
      const { after, error } = asked(exactDemand(workload, runQueue(workload)), change, seed);
      const truths = made(workload).map(runQueue);
      const waiterSeconds = truths.reduce((sum, { waiterMs }) => sum + waiterMs, 0) / 1000;
      within(after?.waiterSeconds ?? 0, waiterSeconds, share);
      const waits = truths.flatMap(({ waitsMs }) => waitsMs).sort((a, b) => a - b);
      within(after?.waitP95Ms ?? 0, waits[Math.ceil(waits.length * 0.95) - 1] ?? 0, share + 0.1);
      expect(error).toBeLessThan(0.3);
    }
  });

  test('the same seed gives the same answer, another one another', () => {
    const workload = queueWorkloadOf(5, HOUR_MS);
    const recorded = exactDemand(workload, runQueue(workload));
    const seen = [1, 1, 2].map((seed) => asked(recorded, { shards: 3 }, seed).after);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).not.toEqual(seen[0]);
  });
});

describe('who cannot be right is silent, with the reason', () => {
  const workload = queueWorkloadOf(2, HOUR_MS, { patienceMs: null });
  const recorded = exactDemand(workload, runQueue(workload));
  const locks = recorded.locks ?? [];
  const holdsOf = (change: (nth: number) => object) =>
    locks.map((lock) => ({ ...lock, holds: lock.holds.map((hold, i) => ({ ...hold, ...change(i) })) }));
  test.each<[WhatIfAnswer['silent'], Partial<RecordedDemand>, Partial<WhatIfChange>]>([
    ['nothing-recorded', { known: false, locks: null }, {}],
    ['coverage', { covered: 0.94 }, {}],
    ['too-few', { acquisitions: 49 }, {}],
    ['too-many', { locks: null }, {}],
    ['holds-missing', { locks: locks.map((lock) => ({ ...lock, holds: lock.holds.slice(30) })) }, {}],
    ['waiters-unknown', { locks: holdsOf((i) => ({ waitersKnown: i !== 9 })) }, {}],
    ['shared', { locks: holdsOf((i) => (i === 9 ? { mode: 'read' } : {})) }, {}],
    ['shared', { locks: holdsOf((i) => (i === 9 ? { toMs: HOUR_MS } : {})) }, {}],
    ['no-lease', { locks: holdsOf(() => ({ leaseMs: null })) }, { leaseMs: 5_000 }],
    ['replay-differs', { waiterMs: recorded.waiterMs * 1.06 }, {}],
  ])('%s', (silent, change, asks) => {
    expect(asked({ ...recorded, ...change }, asks)).toMatchObject({ silent, before: null, after: null });
  });

  test('by how much the replay missed stays in the answer', () => {
    const { missedBy } = asked({ ...recorded, waiterMs: recorded.waiterMs * 1.06 });
    expect(missedBy).toBeCloseTo(1 / 1.06 - 1, 3);
  });

  test('waiters that nobody could count make the archive silent too', async () => {
    const short = queueWorkloadOf(3, 15 * MINUTE_MS);
    const archive = opened(openArchive({ url: 'memory:' }));
    expect(asked(await archivedDemand(archive, short, runQueue(short), null)).silent).toBe('waiters-unknown');
  });
});

test('a shorter lease is bought with holds that expire while they are held', () => {
  const workload = queueWorkloadOf(4, HOUR_MS, { holdMs: exponential(2_000), everyMs: 6_000 });
  const { before, after } = asked(exactDemand(workload, runQueue(workload)), { leaseMs: 2_000 });
  expect(before?.expiredWhileHeld).toBe(0);
  const longer = Math.exp(-1);
  within(after?.expiredWhileHeld ?? 0, (HOUR_MS / 6_000) * longer, 0.25);
  expect(after?.waiterSeconds).toBeLessThan(before?.waiterSeconds ?? 0);
});
