import type { EventSource } from '../../contract/nodes';

/** Whether the node pushes its changes. */
export function isReported(source: EventSource): boolean {
  return source === 'tracking' || source === 'keyspace';
}

/**
 * Our total use of one node since the console watches it: commands charged to its budget, bytes in both directions on
 * our two connections (those counted before a connection broke), and gaps in the events.
 */
export type NodeTotals = { node: string; commands: number; bytes: number; eventGaps: number };
