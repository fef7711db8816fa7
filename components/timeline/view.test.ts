import { describe, expect, it } from 'vitest';
import { aSpan, aTimeline } from '@/e2e/support/a-timeline';
import { ticksOf } from '../charts/time-axis';
import { lanesOf } from './lanes';
import { hitAt, LANE_HEIGHT, laneXOf, layoutOf, timeAt } from './layout';
import { clampView, fetchRange, lastView, panView, revealView, SPAN_MS, zoomView } from './view';

const NOW = 1_000_000_000;
const view = { fromMs: NOW - 100_000, toMs: NOW - 50_000 };

describe('a view', () => {
  it('zooms around a moment, which stays where it is', () => {
    const at = NOW - 90_000;
    const next = zoomView(view, 0.5, at, NOW);
    expect(next.toMs - next.fromMs).toBe(25_000);
    const share = (v: typeof view) => (at - v.fromMs) / (v.toMs - v.fromMs);
    expect(share(next)).toBeCloseTo(share(view), 9);
  });

  it('is never shorter, longer or later than can be shown', () => {
    expect(
      zoomView(view, 1e-9, NOW - 75_000, NOW).toMs - zoomView(view, 1e-9, NOW - 75_000, NOW).fromMs,
    ).toBe(SPAN_MS.min);
    const wide = zoomView(view, 1e9, NOW - 75_000, NOW);
    expect(wide.toMs - wide.fromMs).toBeCloseTo(SPAN_MS.max, 0);
    const late = panView(view, 50, NOW);
    expect(late.toMs).toBeLessThanOrEqual(NOW + 50_000 * 0.04);
    expect(late.toMs - late.fromMs).toBe(50_000);
    expect(clampView(view, NOW)).toEqual(view);
  });

  it('moves to what lies outside of it, and only then', () => {
    expect(revealView(view, NOW - 60_000, NOW - 40_000, NOW)).toBe(view);
    const moved = revealView(view, NOW - 300_000, NOW - 290_000, NOW);
    expect([moved.fromMs, moved.toMs]).toEqual([NOW - 320_000, NOW - 270_000]);
  });

  it('is fetched with a margin, and the same range serves small moves', () => {
    const range = fetchRange(view);
    expect(range.fromMs).toBeLessThanOrEqual(view.fromMs - 25_000);
    expect(range.toMs).toBeGreaterThanOrEqual(view.toMs + 25_000);
    const moves = Array.from({ length: 20 }, (_, i) =>
      fetchRange({ fromMs: view.fromMs + i * 50, toMs: view.toMs + i * 50 }),
    );
    expect(new Set(moves.map((each) => `${each.fromMs} ${each.toMs}`)).size).toBeLessThanOrEqual(3);
  });

  it('of the last so long ends a little after now', () => {
    expect(lastView(60_000, NOW)).toEqual({ fromMs: NOW - 60_000, toMs: NOW + 600 });
  });
});

describe('places in the picture', () => {
  const lanes = lanesOf(
    aTimeline([aSpan(1, 20_000), aSpan(2, 60_000, { holder: 'b', holderRef: 'b', toMs: 60_050 })]),
  );
  const layout = layoutOf(800, lanes, { mostLanes: 8, hasWaiting: true });
  const whole = { fromMs: 0, toMs: 100_000 };
  const at = { view: whole, layout, scrollTop: 0 };

  it('lead there and back', () => {
    expect(timeAt(laneXOf(42_000, whole, layout), whole, layout)).toBeCloseTo(42_000, 6);
  });

  it('find the hold that is pointed at, and a short one nearby', () => {
    const [short, long] = [
      lanes.findIndex(({ name }) => name === 'b'),
      lanes.findIndex(({ name }) => name === 'worker-1'),
    ];
    const y = (lane: number) => 30 + lane * LANE_HEIGHT + 12;
    expect(hitAt(laneXOf(25_000, whole, layout), y(long), lanes, at)?.bar.key).toBe('s1');
    expect(hitAt(laneXOf(60_000, whole, layout) + 4, y(short), lanes, at)?.bar.key).toBe('s2');
    expect(hitAt(laneXOf(80_000, whole, layout), y(long), lanes, at)).toBeNull();
    expect(hitAt(10, y(long), lanes, at), 'the names are no holds').toBeNull();
  });
});

describe('the time axis', () => {
  const at = (text: string) => Date.parse(text);
  const clocks = (from: string, to: string, most: number, zone: string) =>
    ticksOf(at(from), at(to), most, zone).map(
      ({ atMs, form }) => `${new Date(atMs).toISOString().slice(5, 19)} ${form}`,
    );

  it('has round times, with seconds where they matter', () => {
    expect(clocks('2026-10-14T12:00:03Z', '2026-10-14T12:00:33Z', 4, 'UTC')).toEqual([
      '10-14T12:00:10 seconds',
      '10-14T12:00:20 seconds',
      '10-14T12:00:30 seconds',
    ]);
  });

  it('has the hours of the zone, and its midnight is a day', () => {
    expect(clocks('2026-10-14T12:00:00Z', '2026-10-15T06:00:00Z', 4, 'Asia/Kolkata')).toEqual([
      '10-14T12:30:00 minutes',
      '10-14T18:30:00 day',
      '10-15T00:30:00 minutes',
    ]);
  });

  it('keeps to midnights when the clocks change', () => {
    expect(clocks('2026-10-23T00:00:00Z', '2026-10-28T00:00:00Z', 6, 'Europe/Berlin')).toEqual([
      '10-23T22:00:00 day',
      '10-24T22:00:00 day',
      '10-25T23:00:00 day',
      '10-26T23:00:00 day',
      '10-27T23:00:00 day',
    ]);
  });
});
