import { expect, test } from 'vitest';
import { amount } from './amount';

const format = { count: (count: number) => String(count) };

test('an average that rounds to a whole number is written as one', () => {
  expect([0, 0.97, 1, 2.04, 2.4, 0.03, 0.001, 118.6].map((value) => amount(value, format))).toEqual([
    '0',
    '1',
    '1',
    '2',
    '2.4',
    '0.03',
    '< 0.01',
    '118.6',
  ]);
});
