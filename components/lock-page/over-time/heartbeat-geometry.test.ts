import { describe, expect, it } from 'vitest';
import { heartbeatOf as heartbeatIn } from './heartbeat-geometry';

type Of = Parameters<typeof heartbeatIn>;
const heartbeatOf = (lock: Of[0], ttlSamples: Of[1]['ttlSamples'], nowMs: number) =>
  heartbeatIn(lock, { ttlSamples }, nowMs);

const renewing = { count: 2, lastAtMs: 20_000, periodMs: 10_000, lateBy: 0 };
const lock = { expiresAtMs: 50_000, leaseMs: 30_000, renewal: renewing };
const samples = [
  { atMs: 0, ttlMs: 30_000 },
  { atMs: 10_000, ttlMs: 30_000 },
  { atMs: 20_000, ttlMs: 30_000 },
];

describe('the renewal heartbeat', () => {
  it('falls between readings and jumps where a renewal was seen', () => {
    const beat = heartbeatOf(lock, samples, 25_000);
    expect(beat?.line).toEqual([
      { atMs: 0, ttlMs: 30_000 },
      { atMs: 10_000, ttlMs: 20_000 },
      { atMs: 10_000, ttlMs: 30_000 },
      { atMs: 20_000, ttlMs: 20_000 },
      { atMs: 20_000, ttlMs: 30_000 },
      { atMs: 25_000, ttlMs: 25_000 },
    ]);
    expect(beat?.renewals.map(({ atMs }) => atMs)).toEqual([0, 10_000, 20_000]);
    expect(beat?.projection).toEqual([
      { atMs: 25_000, ttlMs: 25_000 },
      { atMs: 50_000, ttlMs: 0 },
    ]);
    expect(beat?.missed).toEqual([]);
    expect(beat?.floorMs).toBe(20_000);
  });

  it('marks every renewal that was due and did not come', () => {
    expect(heartbeatOf(lock, samples, 33_000)?.missed).toEqual([]);
    expect(heartbeatOf(lock, samples, 34_000)?.missed).toEqual([{ atMs: 30_000, ttlMs: 20_000 }]);
    expect(heartbeatOf(lock, samples, 45_000)?.missed).toHaveLength(2);
    expect(heartbeatOf(lock, samples, 45_000)?.missedCount).toBe(2);
  });

  it('counts all that were missed and marks the first of them, however many there are', () => {
    const long = { ...lock, expiresAtMs: 1_020_000, leaseMs: 1_000_000 };
    const beat = heartbeatOf(long, samples, 720_000);
    expect(beat?.missedCount).toBe(69);
    expect(beat?.missed.length).toBeLessThanOrEqual(12);
    expect(beat?.missed[0]).toEqual({ atMs: 30_000, ttlMs: 990_000 });
    expect(heartbeatOf(long, samples, 2_000_000)?.missedCount).toBe(99);
  });

  it('draws no renewal for two readings of one deadline', () => {
    const steady = [
      { atMs: 0, ttlMs: 60_000 },
      { atMs: 1_000, ttlMs: 59_100 },
      { atMs: 2_000, ttlMs: 58_000 },
    ];
    const none = { count: 0, lastAtMs: null, periodMs: null, lateBy: null };
    const beat = heartbeatOf({ expiresAtMs: 60_000, leaseMs: 60_000, renewal: none }, steady, 3_000);
    expect(beat?.renewals).toHaveLength(1);
    expect(beat?.floorMs).toBeNull();
  });

  it('has nothing to draw without a TTL or a reading', () => {
    expect(heartbeatOf({ ...lock, expiresAtMs: 'none' }, samples, 25_000)).toBeNull();
    expect(heartbeatOf(lock, [], 25_000)).toBeNull();
    expect(heartbeatOf({ ...lock, expiresAtMs: null }, samples, 25_000)).toBeNull();
  });

  it('has no projection once the deadline has passed', () => {
    expect(heartbeatOf(lock, samples, 50_000)?.projection).toBeNull();
  });

  it('has one line a node of a group, each of which falls to its own deadline', () => {
    const of = (node: string, shiftMs: number) => ({
      node,
      samples: samples.map(({ atMs, ttlMs }) => ({ atMs: atMs + shiftMs, ttlMs: ttlMs - shiftMs })),
    });
    // What the masters say together, read at another moment than any of them, is no point of the chart.
    const mixed = [...samples, { atMs: 24_000, ttlMs: 29_990 }, { atMs: 24_500, ttlMs: 25_400 }];
    const nodeSamples = [of('a', 0), of('b', 40), of('c', 700)];
    const beat = heartbeatIn(lock, { ttlSamples: mixed, nodeSamples }, 25_000);
    expect(beat?.nodes.map(({ node }) => node)).toEqual(['a', 'b', 'c']);
    for (const { line } of [...(beat?.nodes ?? []), { line: beat?.line ?? [] }]) {
      const times = line.map(({ atMs }) => atMs);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(line).toHaveLength(6);
    }
    expect(beat?.renewals).toHaveLength(3);
    expect(beat?.missed).toEqual([]);
  });
});
