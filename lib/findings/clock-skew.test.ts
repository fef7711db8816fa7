import { expect, test } from 'vitest';
import type { NodeFinding, NodeStatus } from '../contract/nodes';
import { withClocksCompared } from './clock-skew';

function node(name: string, skewMs: number | null, change: Partial<NodeStatus> = {}): NodeStatus {
  const clock = skewMs === null ? null : { skewMs, errorMs: 5, sinceMs: 100 };
  return { node: name, state: 'live', findings: [], health: { atMs: 200, clock }, ...change } as NodeStatus;
}

const found = (nodes: NodeStatus[]) =>
  withClocksCompared(nodes).flatMap(({ node: name, findings }) =>
    findings.map(({ code, evidence }) => [name, code, ...evidence.map(({ values }) => values)]),
  );

test('clocks that are each near the console’s may be too far from each other', () => {
  expect(found([node('a', 400), node('b', -200)])).toEqual([
    ['a', 'clock-skew', { node: 'b', apartMs: 600 }],
  ]);
  expect(found([node('a', 300), node('b', -200)])).toEqual([]);
});

test('the one that is furthest from the rest has the finding', () => {
  expect(found([node('a', 300), node('b', 280), node('c', -300)])).toEqual([
    ['c', 'clock-skew', { node: 'a', apartMs: 600 }],
  ]);
});

test('a finding that is there gets one more line', () => {
  const skewed: NodeFinding = {
    code: 'clock-skew',
    severity: 'at-risk',
    sinceMs: 50,
    evidence: [{ code: 'clock-ahead', values: { offMs: 900 }, tone: 'at-risk', known: null }],
    command: null,
  };
  const nodes = withClocksCompared([node('a', 900, { findings: [skewed] }), node('b', 0)]);
  expect(nodes[0]?.findings).toMatchObject([
    { sinceMs: 50, evidence: [{ code: 'clock-ahead' }, { code: 'clock-apart' }] },
  ]);
  expect(nodes[1]?.findings).toEqual([]);
});

test('what does not answer, or was not asked, is compared with nothing', () => {
  expect(found([node('a', 5_000, { state: 'down' }), node('b', 0), node('c', null)])).toEqual([]);
});
