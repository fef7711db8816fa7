import { describe, expect, it } from 'vitest';
import { areaPath, areaScale, gapsOf, lineScale, runsOf, scaledYOf, stepPath } from './series-scale';

describe('a series', () => {
  it('keeps a gap a gap', () => {
    expect(runsOf([1, 2, null, null, 3])).toEqual([
      { start: 0, values: [1, 2] },
      { start: 4, values: [3] },
    ]);
    expect(runsOf([null, null])).toEqual([]);
    expect(gapsOf([1, null, null, 3, null])).toEqual([
      { start: 1, length: 2 },
      { start: 4, length: 1 },
    ]);
  });

  it('has round ends around what is held', () => {
    expect(lineScale([2_996, 3_141])).toMatchObject({ low: 2_900, high: 3_200 });
    expect(lineScale([4, 4])).toMatchObject({ low: 4, high: 5 });
    expect(lineScale([null])).toMatchObject({ low: 0, high: 1 });
  });

  it('counts waiters from zero', () => {
    expect(areaScale([0, 66])).toEqual({ low: 0, high: 100, ticks: [0, 50, 100] });
    expect(areaScale([null])).toEqual({ low: 0, high: 1, ticks: [0, 1] });
  });

  it('puts the lowest value at the bottom and the highest on top', () => {
    const scale = { low: 0, high: 10, ticks: [] };
    expect([scaledYOf(0, scale, 20, 120), scaledYOf(10, scale, 20, 120)]).toEqual([120, 20]);
  });

  it('holds a value for the width of its bucket', () => {
    const points = [
      { x: 0, y: 5 },
      { x: 10, y: 8 },
    ];
    expect(stepPath(points, 10)).toBe('M0 5H10V8H20');
    expect(areaPath(points, 10, 20)).toBe('M0 5H10V8H20V20H0Z');
    expect(areaPath([], 10, 20)).toBe('');
  });
});
