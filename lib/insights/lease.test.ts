import { describe, expect, test } from 'vitest';
import type { RecordedLeases } from '../history/queries/insights/family-leases';
import { lease } from './lease';

const HOUR = 3_600_000;

/** An hour of 3,600 holds of half a second under a lease of a minute; two locks that are half busy. One holder died. */
function facts(
  change: Partial<RecordedLeases> = {},
  holds: Partial<RecordedLeases['holds']> = {},
): RecordedLeases {
  const load = { arrivalRate: 0.0005, busy: 0.5, waiting: 0.5 };
  return {
    ...{ target: 'local', family: 'stock:*', covered: 1, rangeMs: HOUR },
    holds: {
      ...{ count: 3_600, overstays: 0, cut: 0, died: 1, p99Ms: 900, p999Ms: 1_000, fromMs: 0 },
      ...holds,
    },
    ...{ acquisitions: 3_600, releases: 3_599, ranOut: 1, proven: 0, overrunMs: 0 },
    leases: new Array<number>(100).fill(60_000),
    lasting: { holds: 0, renewed: 0 },
    loads: [load, load],
    ...change,
  };
}

test('a lease that is much too long is found when a holder died, with what that costs and what it would', () => {
  const found = lease.detect(facts());
  expect(found).toMatchObject({
    ...{ code: 'lease', target: 'local', family: 'stock:*', lock: null, n: 3_600, method: 'percentile' },
    values: { problem: 'long', leaseMs: 60_000, advisedMs: 1_200, p999Ms: 1_000, watchdog: 'no', died: 1 },
  });
  // 0.5 waiters for 59.55 s, and 0.5 a second come meanwhile: ÷ (2 (1 − ρ)).
  const cost = 0.5 * 59.55 + 0.5 * 59.55 ** 2;
  expect(found?.values.costSeconds).toBeCloseTo(cost, 6);
  const then = 0.5 * 0.75 + 0.5 * 0.75 ** 2;
  expect(found?.values.costThenSeconds).toBeCloseTo(then, 6);
  expect(found?.harm).toBeCloseTo(cost - then, 6);
  expect(found?.confidence).toBeCloseTo(1 - 0.999 ** 3_600, 6);
});

test('a lease that is renewed is left after a death but for a sixth; a shorter one that is renewed is advised', () => {
  const found = lease.detect(
    facts({ lasting: { holds: 20, renewed: 20 } }, { p99Ms: 40_000, p999Ms: 50_000 }),
  );
  expect(found?.values).toMatchObject({
    problem: 'long',
    blockedMs: 50_000,
    advisedMs: 10_000,
    watchdog: 'yes',
  });
});

test('a lease that is too short is found when more than one of a thousand expired while held, and not by chance', () => {
  const short = { leases: new Array<number>(100).fill(1_000), overrunMs: 9_000 };
  const found = lease.detect(facts({ ...short, proven: 9 }, { died: 0, cut: 9 }));
  expect(found).toMatchObject({
    harm: 9,
    values: { problem: 'short', expired: 9, watchdog: 'yes', atLeast: 'yes' },
  });
  expect(found?.confidence).toBeGreaterThan(0.95);
  // 3.6 of 3,600 are one of a thousand: 7 come by chance in 8 of 100 hours.
  expect(lease.detect(facts({ ...short, proven: 7 }, { died: 0 }))).toBeNull();
});

describe('nothing is said', () => {
  test.each<[string, RecordedLeases]>([
    ['when no holder died and no hold expired', facts({}, { died: 0 })],
    ['below a hundred holds', facts({}, { count: 99 })],
    ['when less than 95 % of the range was watched', facts({ covered: 0.94 })],
    [
      'when holds have different leases',
      facts({ leases: [...new Array(50).fill(60_000), ...new Array(50).fill(30_000)] }),
    ],
    ['when no lease was seen', facts({ leases: [] })],
    ['when nobody waits', facts({ loads: [] })],
    ['when waiters cannot be counted', facts({ loads: null })],
    [
      'when the advised lease is more than half of the present one',
      facts({ leases: new Array<number>(100).fill(18_000), lasting: { holds: 9, renewed: 9 } }),
    ],
    ['when the lease is what ends most holds', facts({ ranOut: 3_000, releases: 600 })],
  ])('%s', (_, given) => {
    expect(lease.detect(given)).toBeNull();
  });
});
