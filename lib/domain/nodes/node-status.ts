import type { EventSource } from '../../contract/nodes';

/** Whether the node tells its changes by itself. */
export function isReported(source: EventSource): boolean {
  return source === 'tracking' || source === 'keyspace';
}

/**
 * What one node was asked by us since it is watched: commands that were charged to its budget, bytes both ways on our two
 * connections as far as they were counted before a connection broke, and times without events.
 */
export type NodeTotals = { node: string; commands: number; bytes: number; eventGaps: number };
