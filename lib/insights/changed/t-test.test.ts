import { expect, test } from 'vitest';
import { tTest } from './t-test';

test('eight degrees of freedom and t = 5: 0.00105', () => {
  expect(tTest([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [], 0)).toBeCloseTo(0.001052826, 8);
});

test('two degrees of freedom: 1 − t ÷ √(2 + t²)', () => {
  for (const far of [0.1, 1, 5, 50]) {
    const t = far / Math.SQRT1_2 / Math.sqrt(2);
    expect(tTest([0, 1], [far, far + 1], [], 0)).toBeCloseTo(
      1 - t / Math.sqrt(0.5) / Math.sqrt(2 + t * t * 2),
      8,
    );
  }
});

test('a third sample says how much single figures vary', () => {
  const [a, b] = [
    [1, 2],
    [5, 6],
  ];
  expect(tTest(a, b, [[20, 21, 22, 23, 24]], 0)).toBeLessThan(tTest(a, b, [], 0));
  expect(tTest(a, b, [[20, 40]], 0)).toBeGreaterThan(0.5);
});

test('figures that are all the same differ no more than their rounding allows', () => {
  expect(tTest([5, 5, 5], [5.01, 5.01, 5.01], [], 0.05)).toBeGreaterThan(0.5);
  expect(tTest([5], [9], [], 0.05)).toBe(1);
});
