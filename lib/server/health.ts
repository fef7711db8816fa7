import type { NodeState } from '../domain/node-status';
import type { Runtime } from './runtime-core';

const FIRST_TRY_MS = 3_000;

export type Readiness = {
  ready: boolean;
  /** What is not as it should be; a Redis or a history that is away is no reason not to be ready. */
  problems: string[];
  targets: { target: string; state: NodeState }[];
};

/** Ready once every target answered or had its chance to: what can be seen now is seen, whether it is remembered or not. */
export function readinessOf(runtime: Runtime): Readiness {
  const targets = runtime.nodes().map(({ target, state }) => ({ target, state }));
  const tried = runtime.now() - runtime.startedAtMs > FIRST_TRY_MS;
  const connecting = targets.filter(({ state }) => state === 'connecting' && !tried);
  const history = runtime.history.problem();
  const problems = connecting.map(({ target }) => `${target}: connecting`);
  if (history) problems.push(`history: ${history}`);
  return { ready: connecting.length === 0, problems, targets };
}
