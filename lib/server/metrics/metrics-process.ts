import { collectDefaultMetrics, Registry } from 'prom-client';

/** Gauges that are named as counters are: `sum()` of their neighbours says the same. */
const MISNAMED = ['active_handles', 'active_requests', 'active_resources'].map(
  (name) => `nodejs_${name}_total`,
);

let registry: Registry | null = null;

/**
 * CPU, memory, event loop and garbage collection of this process, under the names that every Node process has them. Made
 * at the first call and as lasting as the process: what watches these cannot be stopped.
 */
export function processRegistry(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return registry;
}
