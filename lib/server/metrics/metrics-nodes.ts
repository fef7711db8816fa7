import { Counter, Gauge, type Registry } from 'prom-client';
import type { NodeStatus } from '../../contract/nodes';
import type { NodeTotals } from '../../domain/nodes/node-status';
import { PER_SERVER } from './metrics-per-server';

type Labels = 'target' | 'node';
type TargetNodes = { target: string; nodes: readonly NodeStatus[]; totals: readonly NodeTotals[] };

type NodeMetrics = {
  /** Sets everything to what the servers say now; what a server does not say has no series. */
  set(all: Iterable<TargetNodes>, nowMs: number): void;
};

/** Figures of every watched server, and what this console costs it. */
export function createNodeMetrics(registry: Registry): NodeMetrics {
  const shared = { labelNames: ['target', 'node'] as const, registers: [registry] };
  const gauges = PER_SERVER.map(({ name, help, of }) => ({
    gauge: new Gauge({ name, help, ...shared }),
    of,
  }));
  const events = new Gauge({
    name: 'lockscope_node_events',
    help: 'How changes of the server reach us: 1 for the source in use, tracking, keyspace, polling or none.',
    labelNames: ['target', 'node', 'source'],
    registers: [registry],
  });
  const coverage = new Gauge({
    name: 'lockscope_node_coverage_ratio',
    help: 'Share of the keys whose names, or contents, were looked at in the running or last finished pass; changes: share of those of the last minute that were seen; counted: share of the same that keyspace events counted one by one.',
    labelNames: ['target', 'node', 'part'],
    registers: [registry],
  });
  const countedBy = new Gauge({
    name: 'lockscope_node_counted_by',
    help: 'How acquisitions, renewals, ends and hold times of the server are counted: 1 for the source in use, events (each one), readings (an estimate) or both.',
    labelNames: ['target', 'node', 'source'],
    registers: [registry],
  });
  const counters: [Counter<Labels>, keyof Omit<NodeTotals, 'node'>][] = [
    [
      new Counter({
        name: 'lockscope_node_commands_total',
        help: 'Commands that this console spent on the server to discover, read and follow locks.',
        ...shared,
      }),
      'commands',
    ],
    [
      new Counter({
        name: 'lockscope_node_traffic_bytes_total',
        help: 'Bytes to and from the server on the connections that watch it.',
        ...shared,
      }),
      'bytes',
    ],
    [
      new Counter({
        name: 'lockscope_node_event_gaps_total',
        help: 'Times during which the server had stopped telling of its changes.',
        ...shared,
      }),
      'eventGaps',
    ],
  ];

  function setStatus(status: NodeStatus, nowMs: number): void {
    const { target, node } = status;
    for (const { gauge, of } of gauges) {
      const value = of(status, nowMs);
      if (value !== null) gauge.set({ target, node }, value);
    }
    events.set({ target, node, source: status.events }, 1);
    coverage.set({ target, node, part: 'names' }, status.coverage.names);
    coverage.set({ target, node, part: 'contents' }, status.coverage.contents);
    coverage.set({ target, node, part: 'changes' }, status.coverage.changes);
    coverage.set({ target, node, part: 'counted' }, status.coverage.counted);
    if (status.state === 'live') countedBy.set({ target, node, source: status.coverage.countedBy }, 1);
  }

  return {
    set(all, nowMs) {
      for (const { gauge } of gauges) gauge.reset();
      events.reset();
      coverage.reset();
      countedBy.reset();
      for (const [counter] of counters) counter.reset();
      for (const { target, nodes, totals } of all) {
        for (const status of nodes) setStatus(status, nowMs);
        for (const total of totals)
          for (const [counter, of] of counters) counter.inc({ target, node: total.node }, total[of]);
      }
    },
  };
}
