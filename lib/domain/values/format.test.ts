import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatLatency,
  formatMoment,
  formatSeconds,
  formatShare,
  formatSpan,
} from './format';

/** Any kind of space counts as a space. */
const read = (text: string) => text.replace(/\s/g, ' ');

describe('durations', () => {
  it.each([
    [8_149, '8.1 s'],
    [59_999, '59.9 s'],
    [60_000, '1 m 00 s'],
    [396_000, '6 m 36 s'],
    [2_404_000, '40 m 04 s'],
    [11_400_000, '3 h 10 m'],
    [273_600_000, '3 d 04 h'],
    [0, '0.0 s'],
    [-5, '0.0 s'],
  ])('%d ms reads %s', (ms, text) => expect(read(formatDuration(ms))).toBe(text));

  it.each([
    [430, '0.4 s'],
    [41_900, '41 s'],
    [698_000, '11 m'],
    [11_400_000, '3 h'],
    [273_600_000, '3 d'],
  ])('an age of %d ms reads %s', (ms, text) => expect(read(formatAge(ms))).toBe(text));

  it.each([
    [500, '500 ms'],
    [1_500, '1.5 s'],
    [30_000, '30 s'],
    [90_000, '1 m 30 s'],
    [1_200_000, '20 m'],
    [3_599_800, '1 h'],
    [7_200_000, '2 h'],
  ])('a span of %d ms reads %s', (ms, text) => expect(read(formatSpan(ms))).toBe(text));

  it('gives our own calls in milliseconds until a second', () => {
    expect([0.31, 41.2, 1_800].map(formatLatencyRead)).toEqual(['0.3 ms', '41 ms', '1.8 s']);
  });
});

function formatLatencyRead(ms: number): string {
  return read(formatLatency(ms));
}

describe('figures', () => {
  it('groups digits by thin spaces', () => {
    expect(formatCount(3118)).toBe('3\u202f118');
    expect([0, 999, 1_000_000].map((count) => read(formatCount(count)))).toEqual(['0', '999', '1 000 000']);
  });

  it('weighs harm in seconds', () => {
    expect([0, 4.25, 4_930].map((s) => read(formatSeconds(s)))).toEqual(['0 s', '4.3 s', '4 930 s']);
  });

  it('never rounds a share up to all or down to none', () => {
    expect([0, 0.001, 0.34, 0.999, 1].map((share) => read(formatShare(share)))).toEqual([
      '0 %',
      '< 1 %',
      '34 %',
      '> 99 %',
      '100 %',
    ]);
  });

  it('counts bytes in thousands', () => {
    expect([512, 12_600, 1_000_000].map((n) => read(formatBytes(n)))).toEqual(['512 B', '12.6 kB', '1.0 MB']);
  });
});

describe('moments', () => {
  const at = Date.UTC(2026, 9, 14, 12, 2, 10);

  it('reads in the zone it is asked for', () => {
    expect(formatClock(at, 'Europe/Berlin')).toBe('14:02:10');
    expect(formatClock(at, 'UTC', false)).toBe('12:02');
  });

  it('carries its zone in full', () => {
    expect(formatMoment(at, 'Europe/Berlin')).toBe('2026-10-14 14:02:10 UTC+02:00');
    expect(formatMoment(at, 'UTC')).toBe('2026-10-14 12:02:10 UTC');
  });
});
