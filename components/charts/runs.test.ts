import { describe, expect, it } from 'vitest';
import { areaPath, gapsOf, runsOf, stepPath } from './runs';

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
