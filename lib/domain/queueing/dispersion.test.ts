import { expect, test } from 'vitest';
import { inGroups, poissonArrivals } from '../../../e2e/support/simulated-queue';
import { seeded } from '../values/seeded';
import { dispersionsOf, isLikePoisson } from './dispersion';

const HOUR = 3_600_000;

function countsOf(arrivals: readonly number[]): number[] {
  const counts = new Array<number>(360).fill(0);
  for (const at of arrivals) counts[Math.floor(at / 10_000)] = (counts[Math.floor(at / 10_000)] ?? 0) + 1;
  return counts;
}

test('Poisson arrivals are dispersed by 1 in windows of any length, groups by E[B²] ÷ E[B]', () => {
  const hours = Array.from({ length: 20 }, (_, seed) => seed + 1);
  const poisson = hours.map((seed) =>
    dispersionsOf(countsOf(poissonArrivals(0.002, HOUR, seeded(seed))), 10_000),
  );
  expect(poisson[0]?.map(({ windowMs }) => windowMs)).toEqual([10_000, 20_000, 40_000, 80_000, 160_000]);
  expect(poisson.filter(isLikePoisson).length).toBeGreaterThanOrEqual(19);
  const groups = hours.map((seed) => dispersionsOf(countsOf(inGroups(4)(0.002, HOUR, seeded(seed))), 10_000));
  expect(groups.filter(isLikePoisson)).toEqual([]);
  const mean = groups.reduce((sum, [first]) => sum + (first?.index ?? 0), 0) / groups.length;
  expect(mean).toBeGreaterThan(6.3); // of geometric groups of 4 it is 7
  expect(mean).toBeLessThan(7.7);
});

test('too few points say nothing, and no window spans a point that is not known', () => {
  expect(dispersionsOf(new Array<number>(19).fill(3), 10_000)).toEqual([]);
  expect(dispersionsOf(new Array<number>(30).fill(0), 10_000)).toEqual([]);
  const every = Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? null : 1));
  expect(dispersionsOf(every, 10_000)).toEqual([
    { windowMs: 10_000, index: 0, windows: 40 },
    { windowMs: 20_000, index: 0, windows: 20 },
  ]);
});
