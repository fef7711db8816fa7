import type { WaitGraph } from '../contract/graph';
import { buildWaitGraph } from '../domain/wait-graph/build-wait-graph';
import type { Runtime } from '../server/runtime/types';

/**
 * Who waits for whom on one target or on all, for waiters with a name; from memory. Throws `invalid-argument` for an
 * unknown target.
 */
export function waitGraph(runtime: Runtime, target: string | null): WaitGraph {
  return buildWaitGraph({ locks: runtime.locks(target), waits: runtime.waits(target) }, runtime.now());
}
