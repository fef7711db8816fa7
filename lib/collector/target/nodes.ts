import { endpointOf } from '../../redis/connection';
import { createClusterNodes } from './cluster-nodes';
import type { Nodes, NodesOptions } from './nodes-types';
import { createShard } from './shard';

export function createNodes(options: NodesOptions): Nodes {
  const { topology } = options.shared.target;
  return topology.kind === 'cluster' ? createClusterNodes(options) : createOneNode(options);
}

/** A standalone server, or the one that sentinels name. */
function createOneNode({ shared, places, context }: NodesOptions): Nodes {
  const { target, index, host } = shared;
  const entries = () => index.entries();
  let onTurn = () => {};
  const node = createShard({
    shared,
    endpoint: endpointOf(target),
    its: { entries, recordsInUse: () => index.recordIds() },
    on: {
      async elsewhere([first]) {
        const error = new Error(`the server is one of a cluster and said ${first?.value}`);
        host.survived('a key was not read', error);
      },
      turned: () => onTurn(),
    },
    context: () => context(entries()),
  });
  places.shards.set(node.address(), node);
  return {
    start(turned) {
      onTurn = turned;
      node.start();
    },
    stop: node.stop,
    up: () => (node.isUp() ? [node] : []),
    listened: () => (node.isUp() ? [node, ...node.replicas.sources()] : []),
    onReplicas: node.replicas.have,
    statuses: () => [node.status()],
    reports: () => [node.reports()],
    totals: () => [node.totals()],
    name: node.address,
    read: node.read,
    caughtUp: node.caughtUp,
  };
}
