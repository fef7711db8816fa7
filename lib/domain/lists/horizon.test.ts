import { expect, test } from 'vitest';
import type { Lock } from '../../contract/lock';
import { horizonOf } from './horizon';

const NOW = 1_000_000;
const lock = (change: Partial<Lock>) =>
  ({ state: 'held', holders: [{}], permits: null, valueDeadlineMs: null, ...change }) as Lock;
const counts = (locks: Lock[]) => horizonOf(locks, NOW).map(({ count }) => count);

test('each lock counts once, in the first step that reaches its deadline', () => {
  const deadlines = [-5, 1_000, 1_001, 5_000, 15_000, 60_000, 300_000, 300_001];
  const locks = deadlines.map((ms) => lock({ expiresAtMs: NOW + ms }));
  expect(counts([...locks, lock({ expiresAtMs: 'none' })])).toEqual([2, 2, 1, 1, 1, 1, 1]);
});

test('a deadline in the value counts instead of the missing TTL', () =>
  expect(counts([lock({ expiresAtMs: 'none', valueDeadlineMs: NOW + 2_000 })])).toEqual([
    0, 1, 0, 0, 0, 0, 0,
  ]));

test('what is not known to be held is not counted', () =>
  expect(
    counts([
      lock({ state: 'unknown', expiresAtMs: NOW }),
      lock({ state: 'free', expiresAtMs: NOW }),
      lock({ expiresAtMs: null }),
      lock({ state: 'at-risk', holders: [], expiresAtMs: 'none' }),
    ]),
  ).toEqual([0, 0, 0, 0, 0, 0, 0]));

test('the steps are named by their upper end', () =>
  expect(horizonOf([], NOW).map(({ upToMs }) => upToMs)).toEqual([
    1_000,
    5_000,
    15_000,
    60_000,
    300_000,
    'later',
    'never',
  ]));
