import type { WaitGraph } from '../contract/graph';
import { buildWaitGraph } from '../domain/wait-graph/build-wait-graph';
import type { Runtime } from '../server/runtime/types';

/**
 * Who waits for whom on every target or on one, as far as waiters have names; from memory. Throws `invalid-argument` for a
 * target that is none.
 */
export function waitGraph(runtime: Runtime, target: string | null): WaitGraph {
  return buildWaitGraph({ locks: runtime.locks(target), waits: runtime.waits(target) }, runtime.now());
}
