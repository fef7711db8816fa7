import type { Lock } from '../../contract/lock';
import type { NodeStatus } from '../../contract/nodes';

/** Why a server may refuse an action, as it last reported at `atMs`, epoch ms. */
export type WriteObstacle = { node: string; atMs: number } & (
  | { code: 'replica' }
  | { code: 'full'; usedBytes: number; maxBytes: number }
);

/**
 * Reported states of a lock's servers that make them refuse writes. A replica accepts none (unless its
 * `replica-read-only` is off). A server over `maxmemory` with `noeviction` accepts none that may take memory. A server
 * that does not answer, or does not report its state, is left out.
 */
export function writeObstacles(
  lock: Pick<Lock, 'target' | 'node' | 'votes'>,
  nodes: readonly NodeStatus[],
): WriteObstacle[] {
  const own = nodes.filter(
    ({ target, node, state }) =>
      target === lock.target && state === 'live' && (lock.votes !== null || node === lock.node),
  );
  return own.flatMap((node) => obstacleOf(node) ?? []);
}

function obstacleOf({ node, health }: NodeStatus): WriteObstacle | null {
  if (!health) return null;
  const { atMs, replication, memory } = health;
  if (replication.role === 'replica') return { code: 'replica', node, atMs };
  const { usedBytes, maxBytes, policy } = memory;
  if (!maxBytes || usedBytes === null || usedBytes < maxBytes || policy !== 'noeviction') return null;
  return { code: 'full', node, atMs, usedBytes, maxBytes };
}
