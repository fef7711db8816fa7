import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCycle, aWaitGraph } from '@/e2e/support/a-wait-graph';
import type { WaitGraph } from '@/lib/contract/graph';
import { counted } from '@/lib/domain/values/counted';
import { type LockNode, type PartyNode, treeOf } from './build-tree';
import { indexOf } from './wait-index';

/** A tree as indented lines; `…` = shown at another place, `@` = in the cycle. */
function linesOf(graph: WaitGraph): string[] {
  const lines: string[] = [];
  const party = (node: PartyNode, depth: number) => {
    const mark = node.inCycle ? ' @' : node.isElsewhere ? ' …' : '';
    lines.push(
      `${'  '.repeat(depth)}${node.party.label}${node.behind ? ` (${node.isAtLeast ? '≥' : ''}${node.behind})` : ''}${mark}`,
    );
    for (const each of node.locks) lock(each, depth + 1);
  };
  const lock = (node: LockNode, depth: number) => {
    const { unnamed: more } = node;
    const unnamed = !more.known ? ' +?' : more.count > 0 ? ` +${more.count}` : '';
    lines.push(`${'  '.repeat(depth)}${node.lock.key.text}${node.isElsewhere ? ' …' : ''}${unnamed}`);
    for (const each of node.waiters) party(each, depth + 1);
  };
  const tree = treeOf(graph);
  for (const { cycle, roots } of tree.cycles) {
    lines.push(`cycle ${cycle.certain ? 'certain' : 'possible'}`);
    for (const root of roots) party(root, 1);
  }
  for (const root of tree.roots) party(root, 0);
  for (const node of tree.ownerless) lock(node, 0);
  return lines;
}

describe('the tree', () => {
  it('begins with whoever blocks most and waits for nothing, and follows the waits down in their order', () => {
    const graph = aWaitGraph([
      'small holds s',
      'x waits s',
      'big holds 1',
      'c waits 1 third',
      'a waits 1 first',
      'b waits 1 second',
      'a holds 2',
      'd waits 2',
      'big holds unwanted',
    ]);
    expect(linesOf(graph)).toEqual([
      'big (4)',
      ...['  1', '    a (1)', '      2', '        d', '    b', '    c'],
      'small (1)',
      ...['  s', '    x'],
    ]);
  });

  it('has a cycle as a block of its own at the top, certain ones first, and who waits behind it', () => {
    const graph = aWaitGraph(
      [
        ...(['P holds 3', 'Q holds 4', 'P waits 4', 'Q waits 3'] as const),
        ...(['A holds 1', 'B holds 2', 'A waits 2 first', 'B waits 1 first', 'C waits 1 second'] as const),
      ],
      { cycles: [aCycle(['P', '4', 'Q', '3'], false), aCycle(['A', '2', 'B', '1'])] },
    );
    expect(linesOf(graph)).toEqual([
      'cycle certain',
      ...['  A (2)', '    1', '      B (2) @', '      C', '  B (2)', '    2', '      A (2) @'],
      'cycle possible',
      ...['  P (1)', '    3', '      Q (1) @', '  Q (1)', '    4', '      P (1) @'],
    ]);
  });

  it('shows what one has once, where several ways lead to it', () => {
    const graph = aWaitGraph(['A holds 1', 'A holds 2', 'B waits 1', 'B waits 2', 'B holds 3', 'C waits 3']);
    expect(linesOf(graph)).toEqual([
      'A (2)',
      ...['  1', '    B (1)', '      3', '        C', '  2', '    B (1) …'],
    ]);
  });

  it('shows the waiters of a lock that several have under the first of them', () => {
    const graph = aWaitGraph(['R1 holds 1', 'R2 holds 1', 'W waits 1']);
    expect(linesOf(graph)).toEqual(['R1 (1)', '  1', '    W', 'R2 (1)', '  1 …']);
    expect(treeOf(graph).roots[0]?.locks[0]?.otherHolders).toBe(1);
  });

  it('counts those without a name, and has locks of which nobody is known to hold them', () => {
    const graph = aWaitGraph(['A holds 1', 'B waits 1 first', 'C waits free first']);
    for (const lock of graph.locks) lock.waiting = counted(3);
    expect(linesOf(graph)).toEqual(['A (3)', '  1 +2', '    B', 'free +2', '  C']);
  });

  it('counts those with a name at least where the others cannot be counted', () => {
    const graph = aWaitGraph(['A holds 1', 'B waits 1 first']);
    for (const lock of graph.locks) lock.waiting = counted(null);
    expect(linesOf(graph)).toEqual(['A (≥1)', '  1 +?', '    B']);
  });

  it('has a ring of waits that is no cycle of the answer as well', () => {
    const graph = aWaitGraph(['A holds 1', 'A waits 1']);
    expect(linesOf(graph)).toEqual(['A', '  1', '    A …']);
  });

  it('has every wait exactly once, whatever waits for what', () => {
    const name = fc.constantFrom(...'abcdef');
    const key = fc.constantFrom(...'12345');
    const line = fc.oneof(
      fc.tuple(name, key).map(([a, b]) => `${a} holds ${b}` as const),
      fc.tuple(name, key).map(([a, b]) => `${a} waits ${b}` as const),
    );
    fc.assert(
      fc.property(fc.uniqueArray(line, { maxLength: 24 }), (lines) => {
        const graph = aWaitGraph(lines);
        const seen: string[] = [];
        const party = ({ wait, locks }: PartyNode) => {
          if (wait) seen.push(`${wait.party} ${wait.lock}`);
          for (const each of locks) lock(each);
        };
        const lock = ({ waiters }: LockNode) => {
          for (const each of waiters) party(each);
        };
        const { roots, ownerless } = treeOf(graph);
        for (const root of roots) party(root);
        for (const each of ownerless) lock(each);
        expect(seen.sort()).toEqual(graph.waits.map((wait) => `${wait.party} ${wait.lock}`).sort());
      }),
    );
  });
});

describe('waiters', () => {
  it('stand by their place, then by how long they wait, and those of whom neither is known last', () => {
    const graph = aWaitGraph(['d waits 1', 'c waits 1', 'b waits 1 second', 'a waits 1 first']);
    const [d] = graph.waits;
    if (d) d.sinceMs = null;
    const order = indexOf(graph).waitersOf('test.0.1');
    expect(order.map(({ party }) => party)).toEqual(['token:a', 'token:b', 'token:c', 'token:d']);
  });
});
