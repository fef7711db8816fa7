import { expect, test } from 'vitest';
import { normalShare } from './normal';

test.each([
  [0, 0.5],
  [1, 0.8413447],
  [1.6448536, 0.95],
  [-1.959964, 0.025],
  [4, 0.9999683],
])('%s standard errors: %s', (z, share) => {
  expect(normalShare(z)).toBeCloseTo(share, 6);
});
