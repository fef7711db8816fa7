import { endpointOf } from '../../redis/connection';
import { createClusterNodes } from './cluster-nodes';
import type { Nodes, NodesOptions } from './nodes-types';
import { createShard } from './shard';

export function createNodes(options: NodesOptions): Nodes {
  return options.target.topology.kind === 'cluster' ? createClusterNodes(options) : createOneNode(options);
}

/** A standalone server, or the one that sentinels name. */
function createOneNode(options: NodesOptions): Nodes {
  const { target, index, survived } = options;
  const entries = () => index.entries();
  const node = createShard({
    ...options,
    endpoint: endpointOf(target),
    entries,
    recordsInUse: () => index.recordIds(),
    async onElsewhere([first]) {
      survived('a key was not read', new Error(`the server is one of a cluster and said ${first?.value}`));
    },
    context: () => options.context(entries()),
  });
  return {
    start: node.start,
    stop: node.stop,
    up: () => (node.isUp() ? [node] : []),
    listened: () => (node.isUp() ? [node, ...node.replicas.sources()] : []),
    onReplicas: node.replicas.have,
    statuses: () => [node.status()],
    totals: () => [node.totals()],
    name: node.address,
    nameOf: node.address,
    promisedMs: node.promisedMs,
    dirtyKeysOf: () => node.dirtyKeys,
    read: node.read,
    caughtUp: node.caughtUp,
    due: node.due,
    records: node.records,
  };
}
