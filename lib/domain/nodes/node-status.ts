import type { EventSource, NodeStatus } from '../../contract/nodes';

/** Whether the node pushes its changes. */
export function isReported(source: EventSource): boolean {
  return source === 'tracking' || source === 'keyspace';
}

/** What a server reports of its locks, and of itself as far as it takes no look at all of them. */
export type NodeReports = Pick<NodeStatus, 'node' | 'state' | 'events' | 'missingRights' | 'replicas'>;

/**
 * Our total use of one node since the console watches it: commands charged to its budget, bytes in both directions on
 * our two connections (those counted before a connection broke), and gaps in the events.
 */
export type NodeTotals = { node: string; commands: number; bytes: number; eventGaps: number };
