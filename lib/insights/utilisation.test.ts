import { describe, expect, test } from 'vitest';
import {
  exponential,
  inGroups,
  lognormal,
  poissonArrivals,
  simulatedQueue,
} from '../../e2e/support/simulated-queue';
import { seeded } from '../domain/values/seeded';
import { bucketOf, momentsOf } from '../history/database/histogram';
import type { RecordedLoad } from '../history/queries/insights/lock-loads';
import { utilisation } from './utilisation';

const HOUR = 3_600_000;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const exp = exponential(500);

function facts(busy: number, seed: number, arrivals = poissonArrivals, hold = exp): RecordedLoad {
  const random = seeded(seed);
  const came = arrivals(busy / 500, HOUR, random);
  const { load } = simulatedQueue({ arrivals: came, hold, forMs: HOUR }, random, (times) => {
    const histogram = new Map<number, number>();
    for (const ms of times) histogram.set(bucketOf(ms), (histogram.get(bucketOf(ms)) ?? 0) + 1);
    return momentsOf(histogram);
  });
  return { target: 'local', family: 'stock:*', lock: 'local.0.stock:1', key: 'stock:1', covered: 1, load };
}

test('a lock that is busy 71 % of an hour is found in 20 of 20, with what more load does', () => {
  const found = SEEDS.flatMap((seed) => utilisation.detect(facts(0.71, seed)) ?? []);
  expect(found).toHaveLength(20);
  for (const { code, harm, confidence, n, values } of found) {
    expect([code, n > 4_500, confidence >= 0.95]).toEqual(['utilisation', true, true]);
    expect(values.busyShare).toBeCloseTo(0.71, 1);
    // ρ² ÷ (1 − ρ) wait on average: 1.74 waiter-seconds a second.
    expect(harm).toBeGreaterThan(3_600);
    expect(harm).toBeLessThan(10_800);
  }
  const atFifth = found.filter(({ values }) => values.loadShare === 1.2 - 1);
  expect(atFifth.length).toBeGreaterThanOrEqual(15);
});

describe.each([
  ['Poisson arrivals', 0.5, poissonArrivals, exp],
  ['heavy-tailed holds', 0.45, poissonArrivals, lognormal(500, 1)],
  ['arrivals in groups', 0.4, inGroups(4), exp],
])('a healthy lock with %s', (_, busy, arrivals, hold) => {
  test('raises nothing in 20 of 20', () => {
    expect(SEEDS.flatMap((seed) => utilisation.detect(facts(busy, seed, arrivals, hold)) ?? [])).toEqual([]);
  });
});

test('a range that was watched for less than 95 % says nothing', () => {
  expect(utilisation.detect({ ...facts(0.71, 1), covered: 0.94 })).toBeNull();
});
