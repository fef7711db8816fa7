import { describe, expect, it } from 'vitest';
import { aCycle, aWaitGraph } from '@/e2e/support/a-wait-graph';
import { layoutGraph } from './layout-graph';
import { limitGraph } from './limit-graph';
import { changesBetween } from './use-shown-graph';
import { begin, centre, fittedViewport, reveal, zoom } from './viewport';
import { sortRows, waitRowsOf } from './wait-rows';

const DEADLOCK = aWaitGraph(
  ['A holds 1', 'B holds 2', 'A waits 2 first', 'B waits 1 first', 'C waits 1 second'],
  { cycles: [aCycle(['A', '2', 'B', '1'])] },
);

describe('the picture', () => {
  it('has a box for everybody and a line for every hold and wait, and marks what is in a cycle', () => {
    const { nodes, edges, width, height } = layoutGraph(DEADLOCK);
    expect(nodes.map(({ id }) => id).sort()).toEqual([
      ...['lock test.0.1', 'lock test.0.2', 'party token:A', 'party token:B', 'party token:C'],
    ]);
    expect(edges.filter(({ inCycle }) => inCycle)).toHaveLength(4);
    expect(edges.filter(({ inCycle }) => !inCycle).map(({ id, place }) => [id, place])).toEqual([
      [JSON.stringify(['wait', 'token:C', 'test.0.1']), 2],
    ]);
    for (const { x, y } of [...nodes, ...edges.flatMap(({ points }) => points)]) {
      expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
    }
  });

  it('puts a blocker before its lock, and that before whoever waits for it', () => {
    const { nodes } = layoutGraph(aWaitGraph(['A holds 1', 'B waits 1 first', 'B holds 2', 'C waits 2']));
    expect(nodes.map(({ id }) => id)).toEqual([
      ...['party token:A', 'lock test.0.1', 'party token:B', 'lock test.0.2', 'party token:C'],
    ]);
  });

  it('has those who only wait in the order of their queue, one below the other, with their places', () => {
    const chain = ['b holds 2', 'x waits 2', 'x holds 3', 'y waits 3', 'z waits 3'] as const;
    for (const turn of [0, 1, 2, 3]) {
      const queue = ['a waits 1', 'b waits 1', 'c waits 1', 'd waits 1'] as const;
      const graph = aWaitGraph(['A holds 1', ...queue.slice(turn), ...queue.slice(0, turn), ...chain]);
      const waits = graph.waits.filter(({ lock }) => lock === 'test.0.1');
      for (const [i, wait] of waits.entries()) wait.place = i + 1;
      const { nodes, edges } = layoutGraph(graph);
      const heights = new Map(nodes.map(({ id, y }) => [id, y]));
      const ys = waits
        .filter(({ party }) => party !== 'token:b')
        .map(({ party }) => heights.get(`party ${party}`) ?? -1);
      expect(ys).toEqual([...ys].sort((a, b) => a - b));
      for (const { kind, party, points } of edges)
        if (kind === 'wait') expect(points[1]?.y).toBeCloseTo(heights.get(`party ${party}`) ?? -1, 0);
    }
  });

  it('has lines that begin at the party and end at the lock, at their sides', () => {
    const { nodes, edges } = layoutGraph(DEADLOCK);
    const at = new Map(nodes.map((node) => [node.id, node]));
    for (const { id, points } of edges) {
      const [, party, lock] = JSON.parse(id) as string[];
      for (const [point, box] of [
        [points[0], at.get(`party ${party}`)],
        [points.at(-1), at.get(`lock ${lock}`)],
      ] as const) {
        expect(point?.y).toBeCloseTo(box?.y ?? -1);
        expect(Math.abs((point?.x ?? 0) - (box?.x ?? 0))).toBeCloseTo((box?.width ?? 0) / 2);
      }
    }
  });

  it('shows the most urgent where there is too much, what is in a cycle first', () => {
    const many = Array.from({ length: 300 }, (_, i) => [`h${i} holds k${i}`, `w${i} waits k${i}`] as const);
    const ring = ['A holds 1', 'B holds 2', 'A waits 2', 'B waits 1'] as const;
    const graph = aWaitGraph([...many.flat(), ...ring], { cycles: [aCycle(['A', '2', 'B', '1'])] });
    const { graph: shown, shown: count, total } = limitGraph(graph, 100);
    expect(total).toBe(904);
    expect(count).toBeLessThanOrEqual(100);
    expect(count).toBe(shown.parties.length + shown.locks.length);
    const keys = shown.locks.map(({ key }) => key.text);
    expect(keys).toContain('1');
    expect(keys).toContain('2');
    expect(keys).toContain('k0');
    expect(keys).not.toContain('k299');
    const asked = limitGraph(graph, 100, 'test.0.k299').graph.locks.map(({ key }) => key.text);
    expect(asked).toContain('k299');
    expect(asked).toContain('1');
  });

  it('shows as many waiters of one lock as there is room for, the next first', () => {
    const graph = aWaitGraph([
      'A holds 1',
      ...Array.from({ length: 400 }, (_, i) => `w${i} waits 1` as const),
    ]);
    for (const [i, wait] of graph.waits.entries()) wait.place = i + 1;
    const { graph: shown } = limitGraph(graph, 150);
    expect(shown.waits).toHaveLength(148);
    expect(shown.waits.at(-1)?.place).toBe(148);
  });

  it('is whole where it fits', () => {
    expect(limitGraph(DEADLOCK)).toMatchObject({ shown: 5, total: 5, graph: { waits: DEADLOCK.waits } });
  });
});

describe('its place in the frame', () => {
  const frame = { width: 400, height: 300 };

  it('is all of it, never larger than it is', () => {
    expect(fittedViewport({ width: 100, height: 100 }, frame)).toEqual({ scale: 1, x: 150, y: 100 });
    const view = fittedViewport({ width: 2_000, height: 100 }, frame);
    expect(view.x).toBeCloseTo(12);
    expect(view.x + 2_000 * view.scale).toBeCloseTo(388);
  });

  it('begins where it can be read, with what matters in the middle', () => {
    const area = { x: 2_000, y: 500, width: 100, height: 50 };
    const view = begin({ width: 9_000, height: 900 }, frame, area);
    expect(view.scale).toBe(0.6);
    expect(view).toEqual(centre(view, area, frame));
    expect(view.x + 2_050 * view.scale).toBeCloseTo(200);
    const wide = begin({ width: 9_000, height: 900 }, frame, { ...area, width: 4_000 });
    expect(wide.x + 2_000 * wide.scale).toBeCloseTo(12);
  });

  it('keeps the point under the pointer while it is zoomed, within limits', () => {
    const view = { x: 10, y: 20, scale: 1 };
    const at = { x: 110, y: 70 };
    const next = zoom(view, 1.5, at);
    expect((at.x - next.x) / next.scale).toBeCloseTo(100);
    expect((at.y - next.y) / next.scale).toBeCloseTo(50);
    expect(zoom(view, 100, at).scale).toBe(2);
    expect(zoom(view, 0.001, at).scale).toBe(0.1);
  });

  it('moves only as far as what has focus needs', () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(reveal(view, { x: 20, y: 20, width: 50, height: 50 }, frame)).toBe(view);
    expect(reveal(view, { x: 500, y: 20, width: 50, height: 50 }, frame)).toEqual({
      x: -162,
      y: 0,
      scale: 1,
    });
    expect(reveal(view, { x: -30, y: 20, width: 50, height: 50 }, frame)).toEqual({ x: 42, y: 0, scale: 1 });
  });
});

describe('the rows of the table', () => {
  it('are the waits, with who has the lock and whether they are in the cycle', () => {
    const rows = waitRowsOf(DEADLOCK).map(({ waiter, lock, holders, inCycle }) => [
      ...[waiter.label, lock.key.text, holders.map(({ label }) => label).join(), inCycle],
    ]);
    expect(rows).toEqual([
      ['B', '1', 'A', true],
      ['C', '1', 'A', false],
      ['A', '2', 'B', true],
    ]);
  });

  it('can be put in order both ways, what is not known last', () => {
    const rows = waitRowsOf(aWaitGraph(['b waits 1', 'a waits 1 second', 'c waits 1 first']));
    const sorted = (sort: 'waiter' | 'place', desc: boolean) =>
      sortRows(rows, sort, desc, ({ label }) => label ?? '').map(({ waiter }) => waiter.label);
    expect(sorted('waiter', false)).toEqual(['a', 'b', 'c']);
    expect(sorted('waiter', true)).toEqual(['c', 'b', 'a']);
    expect(sorted('place', false)).toEqual(['c', 'a', 'b']);
    expect(sorted('place', true)).toEqual(['a', 'c', 'b']);
  });
});

describe('what changed between two graphs', () => {
  it('is who came, who went, and who moved in a queue; not what is known of them', () => {
    const before = aWaitGraph(['A holds 1', 'B waits 1 first', 'C waits 1 second']);
    const after = aWaitGraph(['A holds 1', 'C waits 1 first', 'D waits 1 second'], { nowMs: 1_001_000 });
    expect(changesBetween(before, before)).toBe(0);
    expect(changesBetween(before, aWaitGraph(['A holds 1', 'B waits 1 first', 'C waits 1 second']))).toBe(0);
    expect(changesBetween(before, after)).toBe(4);
  });

  it('is a cycle that was found between the same waits', () => {
    const lines = ['A holds 1', 'A waits 2', 'B holds 2', 'B waits 1'] as const;
    const cycle = { parties: ['token:A', 'token:B'], locks: ['test.0.2', 'test.0.1'], certain: false };
    const found = aWaitGraph(lines, { cycles: [cycle] });
    expect(changesBetween(aWaitGraph(lines), found)).toBe(1);
    expect(changesBetween(found, aWaitGraph(lines, { cycles: [cycle] }))).toBe(0);
  });
});
