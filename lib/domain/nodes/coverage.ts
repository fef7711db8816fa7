import type { Coverage, NodeStatus } from '../../contract/nodes';

/** Coverage before anything was read. */
export const NOT_COVERED: Coverage = {
  names: 0,
  contents: 0,
  completedAtMs: null,
  oldestAtMs: null,
  unread: 0,
  changes: 1,
  counted: 0,
  countedBy: 'readings',
};

/** Coverage of several nodes, each weighted by its number of keys; complete when every node has completed. */
export function coverageOf(nodes: readonly Pick<NodeStatus, 'keys' | 'coverage'>[]): Coverage {
  const weights = nodes.map(({ keys }) => Math.max(1, keys ?? 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const share = (part: 'names' | 'contents') =>
    total === 0
      ? 0
      : nodes.reduce((sum, node, i) => sum + node.coverage[part] * (weights[i] ?? 0), 0) / total;
  const completed = nodes.map(({ coverage }) => coverage.completedAtMs);
  const times = completed.flatMap((at) => at ?? []);
  return {
    names: share('names'),
    contents: share('contents'),
    completedAtMs: times.length > 0 && times.length === completed.length ? Math.min(...times) : null,
    oldestAtMs: earliest(nodes.map(({ coverage }) => coverage.oldestAtMs)),
    unread: nodes.reduce((sum, { coverage }) => sum + coverage.unread, 0),
    changes: Math.min(1, ...nodes.map(({ coverage }) => coverage.changes)),
    counted: nodes.length === 0 ? 0 : Math.min(1, ...nodes.map(({ coverage }) => coverage.counted)),
    countedBy: countedByAll(nodes.map(({ coverage }) => coverage.countedBy)),
  };
}

/** Whether every node that answers was looked through once: before that, a count of what it has means nothing. */
export function isLookedThrough(nodes: readonly Pick<NodeStatus, 'state' | 'coverage'>[]): boolean {
  return nodes.every(({ state, coverage }) => state !== 'live' || coverage.completedAtMs !== null);
}

function countedByAll(ways: readonly Coverage['countedBy'][]): Coverage['countedBy'] {
  const [first = 'readings', ...others] = ways;
  return others.every((way) => way === first) ? first : 'both';
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
