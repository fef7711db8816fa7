import type { Coverage, NodeStatus } from '../../lib/contract/nodes';
import { NOT_COVERED } from '../../lib/domain/nodes/coverage';
import { counted } from '../../lib/domain/values/counted';

/** Coverage of a node all of whose keys were read, as of 0 ms. */
export const WHOLE_COVERAGE: Coverage = { ...NOT_COVERED, names: 1, contents: 1, completedAtMs: 0 };

/** A node that answers, as seen at 1,000,000 ms; `change` says what is different. */
export function aNode(change: Partial<NodeStatus> = {}): NodeStatus {
  return {
    ...{ target: 'main', node: '127.0.0.1:6379', db: 0, environment: 'development' },
    ...{ production: false, readOnly: false, state: 'live', problem: null },
    ...{ lastAnswerAtMs: 1_000_000, pingMs: 1, redisVersion: '8.0.0', runId: 'run', keys: 10 },
    ...{ events: 'tracking', eventsNote: null, eventsGap: null },
    coverage: { ...WHOLE_COVERAGE, completedAtMs: 1_000_000 },
    cost: { commandsPerSecond: 1, bytesPerSecond: 1, slowestMs: 1, budgetPerSecond: 100 },
    ...{ held: 0, waiting: counted(0), census: [], health: null, replicas: null, findings: [] },
    ...change,
  } as NodeStatus;
}

/** One that never answered. */
export function aSilentNode(change: Partial<NodeStatus> = {}): NodeStatus {
  return aNode({
    ...{ state: 'down', problem: 'connect ECONNREFUSED', lastAnswerAtMs: null, pingMs: null },
    ...{ redisVersion: null, runId: null, keys: null, events: 'none', waiting: counted(null) },
    coverage: NOT_COVERED,
    ...change,
  });
}
