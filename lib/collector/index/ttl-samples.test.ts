import { describe, expect, test } from 'vitest';
import type { TtlMs } from '../../contract/leaves';
import type { Entry } from './entry-types';
import { sampleTtl } from './ttl-samples';

/** The samples kept of these readings: pairs of time and TTL, ms. */
function kept(readings: [atMs: number, ttlMs: TtlMs][]): [number, TtlMs][] {
  const entry = { ttlSamples: [] } as unknown as Entry;
  for (const [atMs, ttlMs] of readings) sampleTtl(entry, { atMs, ttlMs } as never);
  return entry.ttlSamples.map((sample) => [sample.atMs, sample.ttlMs]);
}

describe('the TTL readings of a lock', () => {
  test('of a lease that only runs down are two, however often it is read', () => {
    const readings = Array.from({ length: 500 }, (_, i): [number, TtlMs] => [i * 1_000, 600_000 - i * 1_000]);
    expect(kept(readings)).toEqual([
      [0, 600_000],
      [499_000, 101_000],
    ]);
  });

  test('that never expires are two as well', () =>
    expect(kept([0, 1_000, 2_000, 3_000].map((at) => [at, 'none']))).toEqual([
      [0, 'none'],
      [3_000, 'none'],
    ]));

  test('keep both ends of each renewal: the saw-tooth is drawn from them', () => {
    const fall = (fromMs: number) =>
      [0, 1_000, 2_000, 9_000].map((ms): [number, TtlMs] => [fromMs + ms, 30_000 - ms]);
    expect(kept([...fall(0), ...fall(10_000), ...fall(20_000)])).toEqual([
      [0, 30_000],
      [9_000, 21_000],
      [10_000, 30_000],
      [19_000, 21_000],
      [20_000, 30_000],
      [29_000, 21_000],
    ]);
  });

  test('that drift by little at a time do not add up to one line', () => {
    const drifting = Array.from({ length: 101 }, (_, i): [number, TtlMs] => [
      i * 1_000,
      600_000 - i * 1_000 + i * 10,
    ]);
    expect(kept(drifting).length).toBeGreaterThan(10);
  });
});
