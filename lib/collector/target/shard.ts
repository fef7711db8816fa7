import type { NodeReports } from '../../domain/nodes/node-status';
import { createNodeWatch } from '../node/node-watch';
import type { NodeWatch, NodeWatchOptions } from '../node/node-watch-types';
import type { NodeContext } from '../node/status-of';
import { createReplicaNodes, type ReplicaNodes } from './replica-nodes';

/** A primary and its replicas. */
export type Shard = Omit<NodeWatch, 'reports'> & {
  readonly replicas: ReplicaNodes;
  reports(): NodeReports;
};

export type ShardOptions = Omit<NodeWatchOptions, 'context' | 'its'> & {
  its: NodeWatchOptions['its'] & {
    /** Addresses of the replicas by the cluster map; absent = the primary reports them. */
    replicas?(): readonly string[];
  };
  context(): Omit<NodeContext, 'replicas'>;
};

/** Watches a primary, and asks its replicas. */
export function createShard(options: ShardOptions): Shard {
  const { shared, its } = options;
  const context = () => ({ ...options.context(), replicas: replicas.statuses() });
  const node = createNodeWatch({ ...options, context });
  const replicas = createReplicaNodes({
    ...{ target: shared.target, primary: node, entries: its.entries, addresses: its.replicas },
    host: shared.host,
  });
  return {
    ...node,
    replicas,
    reports: () => ({ ...node.reports(), replicas: replicas.statuses() }),
    start() {
      node.start();
      replicas.start();
    },
    async stop() {
      await Promise.all([node.stop(), replicas.stop()]);
    },
  };
}
