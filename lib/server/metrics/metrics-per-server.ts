import type { NodeStatus } from '../../contract/nodes';

type PerServer = {
  name: string;
  help: string;
  /** Value in base units; null = not known. */
  of(status: NodeStatus, nowMs: number): number | null;
};

/** The gauges of a server that are one number each. */
export const PER_SERVER: readonly PerServer[] = [
  {
    name: 'lockscope_node_up',
    help: 'Whether the server answers: 1, or 0.',
    of: ({ state }) => (state === 'live' ? 1 : 0),
  },
  {
    name: 'lockscope_node_last_answer_timestamp_seconds',
    help: 'When the server answered last. Absent = never.',
    of: ({ lastAnswerAtMs }) => seconds(lastAnswerAtMs),
  },
  {
    name: 'lockscope_node_ping_seconds',
    help: 'Round trip of the last PING.',
    of: ({ pingMs }) => seconds(pingMs),
  },
  { name: 'lockscope_node_keys', help: 'Keys of the watched database.', of: ({ keys }) => keys },
  {
    name: 'lockscope_node_locks_held',
    help: 'Locks on the server that somebody has.',
    of: ({ held }) => held,
  },
  {
    name: 'lockscope_node_sweep_completed_timestamp_seconds',
    help: 'When the last pass over the names of all keys was finished. Absent = none was yet.',
    of: ({ coverage }) => seconds(coverage.completedAtMs),
  },
  {
    name: 'lockscope_node_events_gap_seconds',
    help: 'For how long the server has not told of its changes, although it did before; 0 = it tells.',
    of: gapSecondsOf,
  },
  {
    name: 'lockscope_node_slowest_command_seconds',
    help: 'The slowest command of this console in the last seconds.',
    of: ({ cost }) => seconds(cost.slowestMs),
  },
  {
    name: 'lockscope_node_budget_commands_per_second',
    help: 'Commands a second that this console may spend now; it lowers that while the server is slow.',
    of: ({ cost }) => cost.budgetPerSecond,
  },
  {
    name: 'lockscope_node_memory_used_bytes',
    help: 'Memory of the server that counts against its limit.',
    of: ({ health }) => health?.memory.usedBytes ?? null,
  },
  {
    name: 'lockscope_node_memory_limit_bytes',
    help: 'Its maxmemory. Absent = it has no limit, or does not say.',
    of: ({ health }) => health?.memory.maxBytes || null,
  },
  {
    name: 'lockscope_node_clock_offset_seconds',
    help: "How far the server's clock is ahead of the console's; negative = behind.",
    of: ({ health }) => seconds(health?.clock?.skewMs ?? null),
  },
  {
    name: 'lockscope_node_clock_offset_error_seconds',
    help: 'The offset is right to this: half a round trip.',
    of: ({ health }) => seconds(health?.clock?.errorMs ?? null),
  },
  {
    name: 'lockscope_node_replicas',
    help: 'Replicas of the server that are connected.',
    of: ({ health }) => health?.replication.replicas?.filter(({ state }) => state !== 'gone').length ?? null,
  },
  {
    name: 'lockscope_node_replica_lag_seconds',
    help: 'For how long the replica that is furthest behind has lacked something.',
    of: ({ health }) => seconds(most(health?.replication.replicas?.map(({ behindMs }) => behindMs))),
  },
  {
    name: 'lockscope_node_replica_lag_bytes',
    help: 'Bytes that the replica that is furthest behind has not confirmed.',
    of: ({ health }) => most(health?.replication.replicas?.flatMap(({ behindBytes }) => behindBytes ?? [])),
  },
];

function gapSecondsOf({ eventsGap }: NodeStatus, nowMs: number): number {
  return eventsGap?.untilMs === null ? Math.max(0, nowMs - eventsGap.sinceMs) / 1_000 : 0;
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1_000;
}

function most(values: readonly number[] | undefined): number | null {
  return values && values.length > 0 ? Math.max(...values) : null;
}
