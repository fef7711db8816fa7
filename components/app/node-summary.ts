import type { NodeStatus } from '@/lib/contract/nodes';
import type { OwnCost } from '@/lib/contract/replica';
import { isReported } from '@/lib/domain/nodes/node-status';

type NodeSummary = {
  total: number;
  live: number;
  /** Nodes whose changes arrive by themselves. */
  tracked: number;
  /** Shares of all keys, by the size of the nodes; null = no node has answered. */
  names: number | null;
  contents: number | null;
  cost: OwnCost;
};

/** What the status bar says of several nodes together. */
export function nodeSummaryOf(nodes: readonly NodeStatus[]): NodeSummary {
  const cost = nodes.reduce<OwnCost>(
    (sum, node) => ({
      commandsPerSecond: sum.commandsPerSecond + node.cost.commandsPerSecond,
      bytesPerSecond: sum.bytesPerSecond + node.cost.bytesPerSecond,
      slowestMs: Math.max(sum.slowestMs, node.cost.slowestMs),
      budgetPerSecond: sum.budgetPerSecond + node.cost.budgetPerSecond,
    }),
    { commandsPerSecond: 0, bytesPerSecond: 0, slowestMs: 0, budgetPerSecond: 0 },
  );
  return {
    total: nodes.length,
    live: nodes.filter(({ state }) => state === 'live').length,
    tracked: nodes.filter(({ state, events }) => state === 'live' && isReported(events)).length,
    names: share(nodes, 'names'),
    contents: share(nodes, 'contents'),
    cost,
  };
}

/** An empty or unread node counts as one key: it must not vanish from the share. */
function share(nodes: readonly NodeStatus[], of: 'names' | 'contents'): number | null {
  if (!nodes.some(({ lastAnswerAtMs }) => lastAnswerAtMs !== null)) return null;
  const weight = nodes.reduce((sum, { keys }) => sum + Math.max(1, keys ?? 1), 0);
  return nodes.reduce((sum, node) => sum + Math.max(1, node.keys ?? 1) * node.coverage[of], 0) / weight;
}

/** How much of what is shown can be true now. */
export type Freshness = {
  total: number;
  /** Nodes that answer. */
  answering: number;
  /** No node has answered yet, and none has failed to. */
  isConnecting: boolean;
  /** Epoch ms of the oldest reading that those that answer still show, else of their last answers; null = none answers. */
  oldestAtMs: number | null;
};

export function freshnessOf(nodes: readonly NodeStatus[], target: string | null): Freshness {
  const shown = shownNodes(nodes, target);
  const answers = shown.filter(({ state }) => state === 'live');
  const times = answers.flatMap(
    ({ coverage, lastAnswerAtMs }) => coverage.oldestAtMs ?? lastAnswerAtMs ?? [],
  );
  return {
    total: shown.length,
    answering: answers.length,
    isConnecting: shown.length > 0 && shown.every(({ state }) => state === 'connecting'),
    oldestAtMs: times.length === 0 ? null : Math.min(...times),
  };
}

/** Nodes of the chosen connection, or of all. */
export function shownNodes(nodes: readonly NodeStatus[], target: string | null): readonly NodeStatus[] {
  return target === null ? nodes : nodes.filter((node) => node.target === target);
}

/** `names` has several where what is shown is of several environments. */
type EnvironmentShown = { names: string[]; production: boolean };

/** The environment of what is shown: of the lock's or the chosen connection, else of all; null = not known yet. */
export function environmentOf(nodes: readonly NodeStatus[], target: string | null): EnvironmentShown | null {
  const shown = shownNodes(nodes, target);
  const names = [...new Set(shown.map(({ environment }) => environment))].sort();
  if (names.length === 0) return null;
  return { names, production: shown.every(({ production }) => production) };
}

/** Names of the connections, in the order of the configuration. */
export function targetsOf(nodes: readonly NodeStatus[]): string[] {
  return [...new Set(nodes.map(({ target }) => target))];
}
