import { describe, expect, test } from 'vitest';
import {
  type ArrivalProcess,
  constant,
  type Draw,
  exponential,
  inGroups,
  inPhases,
  lognormal,
  poissonArrivals,
  simulatedQueue,
} from '../../../e2e/support/simulated-queue';
import { bucketOf, momentsOf } from '../../history/database/histogram';
import { seeded } from '../values/seeded';
import type { LockLoad } from './fit-queue';
import { predictWait } from './predict-wait';

const HOUR = 3_600_000;
const LONG = 24 * HOUR;
const HOLD_MS = 500;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

function bucketed(times: readonly number[]) {
  const histogram = new Map<number, number>();
  for (const ms of times) histogram.set(bucketOf(ms), (histogram.get(bucketOf(ms)) ?? 0) + 1);
  return momentsOf(histogram);
}

function anHour(arrivals: ArrivalProcess, hold: Draw, busy: number, seed: number): LockLoad {
  const random = seeded(seed);
  const came = arrivals(busy / HOLD_MS, HOUR, random);
  return simulatedQueue({ arrivals: came, hold, forMs: HOUR }, random, bucketed).load;
}

/** Mean wait of the same arrivals, so many times as fast, over many hours. */
function trueWaits(arrivals: ArrivalProcess, hold: Draw, busy: number): (factor: number) => number {
  const known = new Map<number, number>();
  return (factor) => {
    const random = seeded(99);
    const came = arrivals(busy / HOLD_MS, LONG, random).map((at) => at / factor);
    const run = () => simulatedQueue({ arrivals: came, hold, forMs: LONG / factor }, random, bucketed).waitMs;
    const waitMs = known.get(factor) ?? run();
    known.set(factor, waitMs);
    return waitMs;
  };
}

type Case = [string, ArrivalProcess, Draw, number, number];
const exp = exponential(HOLD_MS);

// What is seen is never further from the prediction than × 1.5: `fitQueue` answers nothing else.
describe.each<Case>([
  ['Poisson arrivals, exponential holds', poissonArrivals, exp, 0.71, 20],
  ['Poisson arrivals, constant holds', poissonArrivals, constant(HOLD_MS), 0.71, 20],
  ['Poisson arrivals, heavy-tailed holds', poissonArrivals, lognormal(HOLD_MS, 1), 0.71, 20],
  ['a lock that is nearly always busy', poissonArrivals, exp, 0.85, 10],
  ['arrivals in groups of four', inGroups(4), exp, 0.71, 15],
  ['arrivals in groups of ten', inGroups(10), lognormal(HOLD_MS, 1), 0.65, 10],
  ['arrivals in phases of seconds', inPhases(1.9, 5_000), exp, 0.71, 10],
  ['arrivals in phases of a minute', inPhases(1.5, 60_000), exp, 0.71, 0],
  ['arrivals in phases of minutes', inPhases(1.4, 300_000), exp, 0.71, 0],
])('%s', (_, arrivals, hold, busy, found) => {
  test('the wait at more load is within × 1.5 of what that load has, or nothing is predicted', () => {
    const trueWait = trueWaits(arrivals, hold, busy);
    const predictions = SEEDS.flatMap((seed) => predictWait(anHour(arrivals, hold, busy, seed)) ?? []);
    const off = predictions.map(({ times, factor }) => times / (trueWait(factor) / trueWait(1)));
    expect(off.filter((each) => each > 1.5 || each < 1 / 1.5)).toEqual([]);
    expect(predictions.length).toBeGreaterThanOrEqual(found);
  });
});

describe('nothing is predicted', () => {
  const load = anHour(poissonArrivals, exp, 0.71, 1);

  test.each<[string, Partial<LockLoad>]>([
    ['where waiters cannot be counted', { waiterMs: null }],
    ['where nobody waited', { waiterMs: 0 }],
    ['from too few acquisitions', { acquisitions: 199 }],
    ['where the waits seen are much longer than the model has them', { waiterMs: (load.waiterMs ?? 0) * 2 }],
    [
      'where they are much shorter, as with a few clients that take turns',
      { waiterMs: (load.waiterMs ?? 0) / 2 },
    ],
  ])('%s', (_, change) => {
    expect(predictWait(load)).not.toBeNull();
    expect(predictWait({ ...load, ...change })).toBeNull();
  });
});

test('the time from freed to taken makes a lock as busy as a hold does, and is waited for', () => {
  const load = anHour(poissonArrivals, constant(HOLD_MS), 0.6, 3);
  const plain = predictWait(load);
  const gaps = { count: load.acquisitions * 0.6, meanMs: 50, squareMs: 2_500 };
  const slow = predictWait({ ...load, gaps, waiterMs: (load.waiterMs ?? 0) * 1.35 });
  expect(slow?.queue.busy).toBeCloseTo((plain?.queue.busy ?? 0) * 1.06, 2);
  expect(slow?.predictedMs).toBeGreaterThan((plain?.predictedMs ?? 0) + 30);
});
