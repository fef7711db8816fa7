import { describe, expect, it } from 'vitest';
import { closeAxis, linearAxis, logAxis } from './axes';
import {
  bucketAt,
  bucketsOf,
  type ChartModel,
  type ChartSeries,
  chartRowsOf,
  highestOf,
  openBucketOf,
} from './chart-model';

const RANGE = { fromMs: 5, toMs: 40, pointMs: 10, nowMs: 37 };
const BUCKETS = bucketsOf(
  [0, 10, 20, 30].map((startMs) => ({ startMs, partial: startMs === 30 })),
  RANGE,
);

function model(series: Pick<ChartSeries, 'id' | 'values'>[], over: Partial<ChartModel> = {}): ChartModel {
  return {
    ...RANGE,
    buckets: BUCKETS,
    series: series.map((one) => ({ label: one.id, colour: '--series-1', ...one })),
    shape: 'step',
    axis: linearAxis(10),
    gaps: [],
    format: String,
    columns: [],
    ...over,
  };
}

const lineOf = (rows: ReturnType<typeof chartRowsOf>, id: string) =>
  rows.map((row) => [row.x, row[id] ?? null]);

describe('what a chart is drawn from', () => {
  it('has buckets cut to the range, the running one to now', () => {
    expect(BUCKETS.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [5, 10],
      [10, 20],
      [20, 30],
      [30, 37],
    ]);
    expect([0, 9, 10, 29, 36, 99].map((atMs) => bucketAt(BUCKETS, atMs))).toEqual([0, 0, 1, 2, 3, 3]);
  });

  it('leaves a gap where nothing is known, never a zero, and what still runs out', () => {
    const rows = chartRowsOf(model([{ id: 'a', values: [1, null, 3, 4] }]));
    expect(lineOf(rows, 's0')).toEqual([
      [5, 1],
      [10, 1],
      [10, null],
      [20, null],
      [20, 3],
      [30, 3],
    ]);
    const line = chartRowsOf(model([{ id: 'a', values: [1, null, 3, 4] }], { shape: 'line' }));
    expect(lineOf(line, 's0')).toEqual([
      [7.5, 1],
      [15, null],
      [25, 3],
    ]);
  });

  it('has the running bucket by itself, with where it goes on from', () => {
    const open = openBucketOf(model([{ id: 'a', values: [1, null, 3, 4] }]));
    expect(open).toEqual({ bucket: BUCKETS[3], drawn: [{ low: 0, top: 4, before: 3 }] });
    expect(openBucketOf(model([{ id: 'a', values: [1, 2, 3, null] }]))?.drawn).toEqual([null]);
    expect(openBucketOf(model([], { buckets: BUCKETS.slice(0, 3) }))).toBeNull();
  });

  it('stacks series on one another', () => {
    const series = [
      { id: 'a', values: [1, 2, null, 4] },
      { id: 'b', values: [1, 1, null, 1] },
    ];
    const stacked = model(series, { stacked: true });
    const rows = chartRowsOf(stacked);
    expect(rows[2]?.a1).toEqual([2, 3]);
    expect(rows[4]?.a1).toBeNull();
    expect(openBucketOf(stacked)?.drawn[1]).toEqual({ low: 4, top: 5, before: null });
    expect(highestOf(series, true)).toBe(5);
    expect(highestOf(series)).toBe(4);
  });
});

describe('the axes', () => {
  it('have round ticks that hold every value', () => {
    expect(linearAxis(0).ticks).toEqual([0, 1]);
    expect(linearAxis(0, false).ticks, 'of times, where nobody waited').toEqual([0, 0.5]);
    expect(linearAxis(7).ticks).toEqual([0, 4, 8]);
    expect(linearAxis(66).ticks).toEqual([0, 40, 80]);
    expect(linearAxis(0.3, false).high).toBeCloseTo(0.4);
    expect(linearAxis(1).ticks).toEqual([0, 1]);
    expect(closeAxis(3001, 3118)).toMatchObject({ low: 3000, high: 3120 });
    expect(logAxis([80, 4_100])).toEqual({
      scale: 'log',
      low: 10,
      high: 10_000,
      ticks: [10, 100, 1_000, 10_000],
    });
    expect(logAxis([0.2]).ticks).toEqual([1, 10, 100]);
    expect(logAxis([]).ticks).toHaveLength(3);
  });
});
