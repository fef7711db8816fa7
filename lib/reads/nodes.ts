import type { NodesAnswer } from '../contract/nodes';
import type { Runtime } from '../server/runtime/types';

/** Every watched server: its status, its counts and what watching it costs. */
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
