import { createNodeWatch } from '../node/node-watch';
import type { NodeWatch, NodeWatchOptions } from '../node/node-watch-types';
import type { NodeContext } from '../node/status-of';
import { createReplicaNodes, type ReplicaNodes } from './replica-nodes';

/** A primary and its replicas. */
export type Shard = NodeWatch & { readonly replicas: ReplicaNodes };

export type ShardOptions = Omit<NodeWatchOptions, 'context'> & {
  context(): Omit<NodeContext, 'replicas'>;
  /** Addresses of the replicas by the cluster map; absent = the primary reports them. */
  replicaAddresses?(): readonly string[];
};

/** Watches a primary, and asks its replicas. */
export function createShard(options: ShardOptions): Shard {
  const { target, entries, now, survived, replicaAddresses } = options;
  const node = createNodeWatch({
    ...options,
    context: () => ({ ...options.context(), replicas: replicas.statuses() }),
  });
  const replicas = createReplicaNodes({
    ...{ target, primary: node, entries, now, survived },
    addresses: replicaAddresses,
  });
  return {
    ...node,
    replicas,
    start() {
      node.start();
      replicas.start();
    },
    async stop() {
      await Promise.all([node.stop(), replicas.stop()]);
    },
  };
}
