import { describe, expect, it } from 'vitest';
import { brushed, choiceOf, LASTS, rangeAt, rangeProblem, refreshMs, shifted, widened } from './range';

const NOW = 1_760_000_003_456;
const HOUR = { fromMs: NOW - 3_600_000, toMs: NOW };

describe('the range of the charts', () => {
  it('moves with the clock, in steps of five seconds at least and a minute at most', () => {
    expect(refreshMs({ last: '15m' })).toBe(5_000);
    expect(refreshMs({ last: '1h' })).toBe(10_000);
    expect(refreshMs({ last: '30d' })).toBe(60_000);
    const range = rangeAt({ last: '15m' }, NOW);
    expect(range).toEqual(rangeAt({ last: '15m' }, Math.floor(NOW / 5_000) * 5_000));
    expect(range.toMs - range.fromMs).toBe(LASTS['15m']);
    expect(rangeAt({ last: '15m' }, NOW + 5_000).toMs - range.toMs).toBe(5_000);
  });

  it('has the bucket that runs in it, whenever the clock ticks', () => {
    const bucketMs = 10_000;
    for (let atMs = NOW; atMs < NOW + 2 * bucketMs; atMs += 250) {
      const { toMs } = rangeAt({ last: '15m' }, atMs);
      expect(toMs, `at ${atMs}`).toBeGreaterThan(Math.floor(atMs / bucketMs) * bucketMs);
    }
  });

  it('stands still when both its ends are given', () => {
    expect(rangeAt(HOUR, NOW + 10_000)).toBe(HOUR);
  });

  it('is the last hour where the URL makes no sense', () => {
    expect(choiceOf(null, null, null)).toEqual({ last: '1h' });
    expect(choiceOf('7d', 5, null)).toEqual({ last: '7d' });
    expect(choiceOf(null, HOUR.toMs, HOUR.fromMs)).toEqual({ last: '1h' });
    expect(choiceOf('7d', HOUR.fromMs, HOUR.toMs), 'two moments say more than a length').toEqual(HOUR);
  });

  it.each([
    [null, NOW, 'missing'],
    [NOW, NOW, 'order'],
    [NOW - 9_999, NOW, 'short'],
    [0, NOW, 'long'],
    [NOW, NOW + 60_000, 'future'],
    [NOW - 60_000, NOW + 60_000, null],
  ] as const)('from %s to %s: %s', (fromMs, toMs, problem) => {
    expect(rangeProblem(fromMs, toMs, NOW)).toBe(problem);
  });

  it('shifts by half its length, and not past now', () => {
    expect(shifted(HOUR, -1, NOW)).toEqual({ fromMs: NOW - 5_400_000, toMs: NOW - 1_800_000 });
    expect(shifted(HOUR, 1, NOW)).toEqual(HOUR);
    expect(shifted({ fromMs: NOW - 3_700_000, toMs: NOW - 100_000 }, 1, NOW)).toEqual(HOUR);
  });

  it('widens around its middle, and not past now', () => {
    expect(widened({ fromMs: NOW - 30_000_000, toMs: NOW - 20_000_000 }, NOW)).toEqual({
      fromMs: NOW - 35_000_000,
      toMs: NOW - 15_000_000,
    });
    expect(widened(HOUR, NOW)).toEqual({ fromMs: NOW - 7_200_000, toMs: NOW });
  });

  it('is what was drawn over, in either direction, at least ten seconds of it', () => {
    const drawn = { fromMs: NOW - 60_000, toMs: NOW - 20_000 };
    expect(brushed(drawn.toMs, drawn.fromMs, HOUR)).toEqual(drawn);
    expect(brushed(NOW - 60_000, NOW + 99_000, HOUR)).toEqual({ fromMs: NOW - 60_000, toMs: NOW });
    expect(brushed(NOW - 60_000, NOW - 59_000, HOUR)).toEqual({ fromMs: NOW - 64_500, toMs: NOW - 54_500 });
  });
});
