import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { aNode, aSilentNode } from '../../../e2e/support/a-node';
import { expositionOf, valueIn } from '../../../e2e/support/exposition';
import { createNodeMetrics } from './metrics-nodes';

test('each node has its own coverage: of names, of contents, and the share of changes that was seen', async () => {
  const registry = new Registry();
  const metrics = createNodeMetrics(registry);
  const half = { ...aNode().coverage, names: 0.9, contents: 0.8, changes: 0.43 };
  const nodes = [
    aNode({ node: 'a:1', coverage: half }),
    aNode({ node: 'b:1' }),
    aSilentNode({ node: 'c:1' }),
  ];
  metrics.set([{ target: 'main', nodes, totals: [] }], 1_000_000);
  const exposed = expositionOf(await registry.metrics());
  const of = (node: string) =>
    ['names', 'contents', 'changes'].map((part) =>
      valueIn(exposed, 'lockscope_node_coverage_ratio', { node, part }),
    );
  expect([of('a:1'), of('b:1'), of('c:1').slice(0, 2)]).toEqual([
    [0.9, 0.8, 0.43],
    [1, 1, 1],
    [0, 0],
  ]);
});

test('how changes are counted is one way of each node that answers', async () => {
  const registry = new Registry();
  const metrics = createNodeMetrics(registry);
  const of = (node: string, way: 'events' | 'readings') =>
    aNode({ node, coverage: { ...aNode().coverage, countedBy: way, counted: way === 'events' ? 1 : 0 } });
  const ways = async () => {
    const exposed = expositionOf(await registry.metrics());
    return ['a:1', 'b:1', 'c:1'].map((node) =>
      ['events', 'readings'].map((way) =>
        valueIn(exposed, 'lockscope_node_counted_by', { node, source: way }),
      ),
    );
  };
  const set = (nodes: ReturnType<typeof of>[]) =>
    metrics.set([{ target: 'main', nodes, totals: [] }], 1_000_000);
  set([of('a:1', 'events'), of('b:1', 'readings'), aSilentNode({ node: 'c:1' })]);
  expect(await ways()).toEqual([
    [1, undefined],
    [undefined, 1],
    [undefined, undefined],
  ]);
  set([of('a:1', 'readings')]);
  expect((await ways())[0]).toEqual([undefined, 1]);
});
