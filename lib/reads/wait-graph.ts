import type { WaitGraph, WaitParty } from '../contract/graph';
import { buildWaitGraph } from '../domain/wait-graph/build-wait-graph';
import type { Runtime } from '../server/runtime/types';

/**
 * Who waits for whom on one target or on all, for waiters with a name; from memory. Throws `invalid-argument` for an
 * unknown target.
 */
export function waitGraph(runtime: Runtime, target: string | null): WaitGraph {
  const graph = runtime.joined(target, (facts) => buildWaitGraph(facts, runtime.now()));
  // A pseudonym names no page.
  const isKnown = ({ token, hasPage }: WaitParty) => hasPage && (token?.exact ?? true);
  return { ...graph, parties: graph.parties.map((party) => ({ ...party, hasPage: isKnown(party) })) };
}
