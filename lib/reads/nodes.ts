import type { NodesAnswer } from '../contract/nodes';
import type { Runtime } from '../server/runtime/types';

/** Every watched server, what it costs us, and what there is on it, in figures. */
export function nodesAnswer(runtime: Runtime): NodesAnswer {
  const { startedAtMs } = runtime;
  return {
    nodes: runtime.nodes(),
    tallies: runtime.tallies(),
    version: runtime.live.version(),
    startedAtMs,
    nowMs: runtime.now(),
  };
}
