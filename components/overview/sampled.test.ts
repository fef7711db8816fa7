import { expect, test } from 'vitest';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { Overview } from '@/lib/contract/overview';
import { aNode, aSilentNode } from '../../e2e/support/a-node';
import { sampledOf } from './sampled';

const T = 1_000_000;

/** Two buckets of ten seconds, the second of which began at `T`. */
function lastOf(nodes: NodeStatus[], held: number | null, nowMs: number) {
  const series = [
    { startMs: T - 10_000, held: 7, waiting: 2, partial: false },
    { startMs: T, held, waiting: held, partial: true },
  ];
  const shown = sampledOf({ series, nodes, nowMs } as unknown as Overview).series.at(-1);
  return [shown?.startMs, shown?.held];
}

test('a bucket that has just begun shows nothing of its own until it is sampled', () => {
  expect(lastOf([aNode()], null, T + 900)).toEqual([T - 10_000, 7]);
  expect(lastOf([aNode()], 8, T + 900)).toEqual([T, 8]);
});

test('one that stays without a sample, or that no node answers for, is unknown', () => {
  expect(lastOf([aNode()], null, T + 2_000)).toEqual([T, null]);
  expect(lastOf([aSilentNode()], 8, T + 900)).toEqual([T, null]);
  expect(lastOf([aSilentNode()], null, T + 900)).toEqual([T, null]);
});
