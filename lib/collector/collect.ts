import { type CollectorOptions, createCollector } from './target/create-collector';
import { createRedlockGroup } from './target/redlock-group';
import type { Collector } from './types';

/** The collector of a target, whatever its topology. */
export function collect(options: CollectorOptions): Collector {
  const { topology } = options.target;
  return topology.kind === 'redlock'
    ? createRedlockGroup(options, topology.members)
    : createCollector(options);
}
