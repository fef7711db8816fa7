import type { NodeState, NodeStatus } from '../../contract/nodes';
import type { Runtime } from '../runtime/types';

const FIRST_TRY_MS = 3_000;

/** What everybody may know: it names no target and no path. */
type Readiness = {
  ready: boolean;
  /** Nodes that do not answer, and things that are not as they should be, counted; neither is a reason not to be ready. */
  down: number;
  problems: number;
};

export type ReadinessDetails = Omit<Readiness, 'problems'> & {
  problems: string[];
  targets: { target: string; node: string; state: NodeState }[];
};

/** Ready once every target answered or had its chance to: what can be seen now is seen, whether it is remembered or not. */
export function readinessOf(
  runtime: Pick<Runtime, 'nodes' | 'now' | 'startedAtMs' | 'history'>,
): ReadinessDetails {
  const nodes = runtime.nodes();
  const tried = runtime.now() - runtime.startedAtMs > FIRST_TRY_MS;
  const connecting = nodes.filter(({ state }) => state === 'connecting' && !tried);
  const down = nodes.filter(({ state }) => state === 'down');
  const history = runtime.history.problem();
  return {
    ready: connecting.length === 0,
    down: down.length,
    problems: [
      ...connecting.map((node) => `${nameOf(node)}: connecting`),
      ...down.map((node) => `${nameOf(node)}: down (${node.problem ?? 'it gives no answer'})`),
      ...(history ? [`history: ${history}`] : []),
    ],
    targets: nodes.map(({ target, node, state }) => ({ target, node, state })),
  };
}

/** The same without a name in it. */
export function withoutNames({ ready, down, problems }: ReadinessDetails): Readiness {
  return { ready, down, problems: problems.length };
}

function nameOf({ target, node }: NodeStatus): string {
  return target === node ? target : `${target} (${node})`;
}
