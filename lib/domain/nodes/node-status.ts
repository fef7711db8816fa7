import type { Census } from '../census';
import type { NodeFinding } from '../node-finding';
import type { NodeHealth } from '../node-health';
import type { ReplicaStatus } from '../replica-status';
import type { Counted } from '../values/counted';
import type { MissingRight } from './missing-right';

/** How a node's changes reach us; `polling` = at least some of them are asked for. */
export type EventSource = 'tracking' | 'keyspace' | 'polling' | 'none';

/** Whether the node tells its changes by itself. */
export function isTold(source: EventSource): boolean {
  return source === 'tracking' || source === 'keyspace';
}

/**
 * A time without events, epoch ms: what happened in it shows only by its result. It began at most 1.2 s before it was
 * noticed at `sinceMs`; `untilMs: null` = it goes on.
 */
export type EventGap = { sinceMs: number; untilMs: number | null };

/** A part of a whole, as counted; `done: null` = never finished a pass. */
export type Coverage = {
  /** Share of the keyspace whose names were matched in the running or last finished pass, 0 to 1. */
  names: number;
  /** Share of the keys whose content was looked at, 0 to 1; what this user may not read was not. */
  contents: number;
  /** Epoch ms of the last finished pass over names; null = none yet. */
  completedAtMs: number | null;
  /** When the oldest reading was made of which a lock still shows what it says, epoch ms; null = no lock does. */
  oldestAtMs: number | null;
  /** Locks that are unknown because they were not read within the promised time. */
  unread: number;
  /** Share of the changes of locks reported within the last minute that were seen, 0 to 1: no count claims to know more. */
  changes: number;
};

/** What we cost a node, measured over the last seconds. */
export type OwnCost = {
  commandsPerSecond: number;
  bytesPerSecond: number;
  slowestMs: number;
  budgetPerSecond: number;
};

/**
 * What one node was asked by us since it is watched: commands that were charged to its budget, bytes both ways on our two
 * connections as far as they were counted before a connection broke, and times without events.
 */
export type NodeTotals = { node: string; commands: number; bytes: number; eventGaps: number };

/** A server by its own name: `Valkey 9.1.2`, whose `redis_version` is 7.2.4. */
export type ServerName = { name: string; version: string };

export type NodeState = 'connecting' | 'live' | 'stale' | 'down';

/** One Redis server and what we can say about it. */
export type NodeStatus = {
  target: string;
  node: string;
  db: number;
  environment: string;
  production: boolean;
  readOnly: boolean;
  state: NodeState;
  /** Plain sentence of the last failure; null while live. Never holds a secret. */
  problem: string | null;
  /** Epoch ms of the last answer of any kind; null = never. */
  lastAnswerAtMs: number | null;
  pingMs: number | null;
  /** The Redis that it is, or is compatible with: what decides what it can do. */
  redisVersion: string | null;
  /** What the server calls itself; absent or null = it does not say. */
  server?: ServerName | null;
  /** Another one = another process answers; absent or null = it does not say. */
  runId?: string | null;
  keys: number | null;
  events: EventSource;
  /** Why events are not `tracking`, or what a missing permission costs; null = nothing to say. */
  eventsNote: string | null;
  /** What our Redis user may not run, as tried after the last connect; absent or null = not tried yet. */
  missingRights?: MissingRight[] | null;
  /** The last time without events since they first came; null = none. */
  eventsGap: EventGap | null;
  coverage: Coverage;
  cost: OwnCost;
  held: number;
  waiting: Counted;
  /** Which lock libraries have run there: a hint. */
  census: Census;
  /** As last read; null = not read yet. */
  health: NodeHealth | null;
  /** Its replicas, in the order of their addresses; null = which it has cannot be known, or it is one itself. */
  replicas: ReplicaStatus[] | null;
  /** What is wrong with the server itself; [] while it does not answer. */
  findings: NodeFinding[];
};
