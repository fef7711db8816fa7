import { Gauge, Registry } from 'prom-client';
import { countedFindings } from '../../reads/findings';
import type { Metrics, Runtime } from '../runtime/types';
import { createConsoleGauges } from './metrics-console';
import { createEventMetrics } from './metrics-events';
import { createLockGauges } from './metrics-locks';
import { createNodeMetrics } from './metrics-nodes';
import { processRegistry } from './metrics-process';

export function createMetrics(): Metrics {
  const registry = new Registry();
  const locks = createLockGauges(registry);
  const events = createEventMetrics(registry);
  const nodes = createNodeMetrics(registry);
  const rest = createConsoleGauges(registry);
  const took = new Gauge({
    name: 'lockscope_scrape_duration_seconds',
    help: 'How long it took to gather these figures, before they were written.',
    registers: [registry],
  });
  const stops: (() => void)[] = [];

  function gather(runtime: Runtime): void {
    const startedAt = performance.now();
    const all = runtime.all().map(({ target: { name: target }, collector }) => {
      const statuses = runtime.nodes(target);
      const countsWaiters = statuses.some(({ waiting }) => waiting !== null);
      return {
        target,
        locks: collector.locks().filter(({ possible }) => !possible),
        nodes: statuses,
        totals: collector.totals(),
        countsWaiters,
      };
    });
    locks.set(all);
    for (const { target } of all)
      for (const format of locks.formats(target)) events.expect({ target, format });
    const nowMs = runtime.now();
    nodes.set(all, nowMs);
    const findings = all.map(({ locks, nodes }) => countedFindings(runtime, locks, nodes, nowMs));
    rest.set(runtime, findings);
    took.set((performance.now() - startedAt) / 1_000);
  }

  return {
    registry,
    contentType: registry.contentType,
    count(collector) {
      const stop = events.count(collector);
      stops.push(stop);
      return stop;
    },
    expiredWhileHeld: events.expiredWhileHeld,
    async text(runtime) {
      gather(runtime);
      const [own, process] = await Promise.all([registry.metrics(), processRegistry().metrics()]);
      return `${own}\n${process}`;
    },
    close() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
