import { describe, expect, it } from 'vitest';
import { familyRow, REPORT_ROWS } from '@/e2e/support/a-family-report';
import { holdPlotOf } from './hold-bars';
import { leaseRatioOf, leastText, rateText, ratioText } from './lease-ratio';
import { REPORT_SORTS, sortReport } from './sort-report';

describe('families in an order', () => {
  it('have what is not known last, up and down', () => {
    for (const sort of REPORT_SORTS.filter((each) => each !== 'family' && each !== 'covered')) {
      for (const desc of [true, false])
        expect(sortReport(REPORT_ROWS, sort, desc).at(-1)?.family, `${sort} ${desc}`).toMatch(
          /new|cron|session/,
        );
    }
    const names = sortReport(REPORT_ROWS, 'family', false).map(({ family }) => family);
    expect(names).toEqual([...names].sort());
  });
});

describe('holds against the lease', () => {
  it('are a multiple of the longest lease, at least where leases differ', () => {
    const hold = { p95: 15_000, count: 9, bars: { fromMs: 1, factor: 2, counts: [9] } };
    const lease = { minMs: 10_000, maxMs: 30_000, noTtl: false };
    expect(leaseRatioOf({ gap: null, hold, lease })).toEqual({ is: 'ratio', ratio: 0.5, atLeast: true });
    expect(leaseRatioOf(familyRow('x'))).toEqual({ is: 'ratio', ratio: 0.5, atLeast: false });
  });

  it('are unknown for a reason, and not 0', () => {
    const lease = { minMs: null, maxMs: null, noTtl: true };
    expect(leaseRatioOf(familyRow('x', { lease }))).toEqual({ is: 'never' });
    expect(leaseRatioOf(familyRow('x', { lease: null }))).toEqual({ is: 'unknown', why: 'no-lease' });
    expect(leaseRatioOf(familyRow('x', { hold: null }))).toEqual({ is: 'unknown', why: 'none-ended' });
    expect(leaseRatioOf(familyRow('x', { gap: 'pending' }))).toEqual({ is: 'unknown', why: 'pending' });
  });
});

it('ratios and rates have as many digits as say something', () => {
  expect([0, 0.004, 0.754, 4.82, 380.4].map(ratioText)).toEqual(['0.00', '< 0.01', '0.75', '4.8', '380']);
  expect([0.0042, 0.5].map(leastText)).toEqual(['≥ 0.004', '≥ 0.50']);
  const rates = [0, 0.0004, 0.0031, 0.42, 1.13, 212.4].map((rate) => rateText(rate, (n) => n.toFixed(0)));
  expect(rates).toEqual(['0', '< 0.001', '0.003', '0.42', '1.1', '212']);
});

describe('the histogram of the holds', () => {
  it('has the lease on its axis, and counts what took longer', () => {
    const bars = { fromMs: 1_000, factor: 2, counts: [9, 0, 4, 1] };
    const plot = holdPlotOf(bars, 4_000);
    expect(plot.bars.map(({ height, past }) => [height, past])).toEqual([
      [1, false],
      [2 / 3, true],
      [1 / 3, true],
    ]);
    expect(plot.past).toBe(5);
    for (const { x, width } of plot.bars) expect(x > 0 && x + width < 1).toBe(true);
    expect(holdPlotOf(bars, 500_000).leaseAt).toBeLessThan(1);
    expect(holdPlotOf(bars, null)).toMatchObject({ leaseAt: null, past: null });
  });
});
