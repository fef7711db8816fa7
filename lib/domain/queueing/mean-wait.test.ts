import { expect, test } from 'vitest';
import { atLoad, meanWaitMs, oneShardOf, poisson, type Queue } from './mean-wait';

const queue = (change: Partial<Queue> = {}): Queue => ({
  ...{ busy: 0.71, serviceMs: 1_000, serviceScv: 1, dispersion: poisson },
  ...change,
});

test.each([
  [0.1, 0],
  [0.5, 1],
  [0.71, 0.3],
  [0.95, 4],
])('for Poisson arrivals it is Pollaczek–Khinchine: %s busy, c² = %s', (busy, serviceScv) => {
  const exact = (busy * 1_000 * (1 + serviceScv)) / (2 * (1 - busy));
  expect((meanWaitMs(queue({ busy, serviceScv })) ?? 0) / exact).toBeCloseTo(1, 2);
});

test('for Poisson groups it is the wait of M[X]/G/1: within a group, too', () => {
  const [busy, index] = [0.6, 5];
  // E[S] (ρ (1 + c²) + E[B²] ÷ E[B] − 1) ÷ (2 (1 − ρ))
  const exact = (1_000 * (busy * 2 + index - 1)) / (2 * (1 - busy));
  expect((meanWaitMs(queue({ busy, dispersion: () => index })) ?? 0) / exact).toBeCloseTo(1, 2);
});

test('a lock that is busy 71 % of the time has 2.4 times the wait at 20 % more load, and at 41 % more no end', () => {
  const now = meanWaitMs(queue()) ?? 0;
  expect((meanWaitMs(atLoad(queue(), 1.2)) ?? 0) / now).toBeCloseTo(2.35, 2);
  expect(meanWaitMs(atLoad(queue(), 1.41))).toBeNull();
  expect(meanWaitMs(queue({ busy: 0 }))).toBe(0);
});

test('a share of the arrivals by chance is nearer to Poisson, and waits as a queue that is less busy', () => {
  const shard = oneShardOf(queue({ dispersion: () => 9 }), 4);
  expect([shard.busy, shard.dispersion(1_000)]).toEqual([0.71 / 4, 3]);
});
