import { describe, expect, test } from 'vitest';
import type { HistoryMark } from '@/lib/contract/history/past';
import { groupMarks } from './marks-shown';

const at = (...moments: number[]) =>
  moments.map((atMs) => ({ id: `${atMs}`, atMs, kind: 'finding-raised' }) as unknown as HistoryMark);

/** Where each group stands and how many marks it has, one px a ms. */
const groupsOf = (marks: HistoryMark[]) =>
  groupMarks(marks, (atMs) => atMs, [0, 1_000]).map((group) => [group.x, group.marks.length]);

describe('marks on a chart', () => {
  test('stand alone where there is room for their glyphs', () => {
    expect(groupsOf(at(0, 10, 20))).toEqual([
      [0, 1],
      [10, 1],
      [20, 1],
    ]);
  });

  test('are one with a count where there is not, and nothing stands on that count', () => {
    expect(groupsOf(at(0, 4, 14, 21, 22))).toEqual([
      [0, 4],
      [22, 1],
    ]);
    const crowd = Array.from({ length: 200 }, (_, index) => index);
    const groups = groupMarks(at(...crowd), (atMs) => atMs, [0, 1_000]);
    for (const [index, group] of groups.entries()) {
      const next = groups[index + 1];
      const ends = group.x + 7 + 7 * String(group.marks.length).length;
      if (next) expect(next.x - 4.5).toBeGreaterThan(ends - 1);
    }
    expect(groups.reduce((sum, { marks }) => sum + marks.length, 0)).toBe(200);
  });

  test('outside of the plot are not drawn', () => {
    expect(groupsOf(at(-1, 1_001))).toEqual([]);
  });

  test('of several kinds are of the gravest', () => {
    const marks = [...at(0), { id: 'x', atMs: 3, kind: 'force-released' } as unknown as HistoryMark];
    expect(groupMarks(marks, (atMs) => atMs, [0, 9])[0]?.style.glyph).toBe('triangle');
  });
});
