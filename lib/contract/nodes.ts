import { z } from 'zod';
import { Finding } from './finding';
import { NODE_FINDINGS } from './finding-codes';
import { countOrUnknown, epochMs } from './leaves';
import { RIGHT_COSTS } from './node-codes';
import { NodeHealth } from './node-health';
import { OwnCost, ReplicaStatus, ServerName } from './replica';
import { Tallies } from './tally';

/** A part of a whole, as counted. Shares are 0 to 1. */
export const Coverage = z
  .object({
    /** Share of the keyspace whose names were matched in the running or last finished pass. */
    names: z.number(),
    /** Share of the keys whose content was looked at; what this user may not read was not. */
    contents: z.number(),
    /** Epoch ms of the last finished pass over names; null = none yet. */
    completedAtMs: z.number().nullable(),
    oldestAtMs: z
      .number()
      .nullable()
      .meta({ description: 'The oldest reading that is still shown as true; null = none is.' }),
    changes: z.number().meta({
      description:
        'Share of the changes of the last minute that were seen; counts and charts know no more than that.',
    }),
    unread: z.int().meta({ description: 'Locks that were not read within the promised time: unknown.' }),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof Coverage>;

export const command = z
  .string()
  .nullable()
  .meta({ description: 'What cures it, to be run on the server; null = no one command does.' });

const NodeFinding = Finding.extend({ code: z.enum(NODE_FINDINGS), command });
export type NodeFinding = z.infer<typeof NodeFinding>;

/** A command that the console's Redis user may not run, `HGETALL` or `MEMORY USAGE`, and what follows. */
const MissingRight = z.object({ command: z.string(), costs: z.enum(RIGHT_COSTS) });
export type MissingRight = z.infer<typeof MissingRight>;

/** It began at most 1.2 s before it was noticed at `sinceMs`; `untilMs: null` = it goes on. */
const EventGap = z.object({ sinceMs: epochMs, untilMs: epochMs.nullable() });
export type EventGap = z.infer<typeof EventGap>;

const CensusHit = z.object({
  library: z.string(),
  /** Versions whose scripts were found, the one with most of them first. */
  versions: z.array(z.string()),
  /** Scripts found, of those that are known of the first version. */
  found: z.int(),
  known: z.int(),
});
export type CensusHit = z.infer<typeof CensusHit>;

/**
 * That scripts of a lock library are in a server's script cache: it has run there since the server started or its cache
 * was flushed. What is not found may have run long ago, or in another version. null = the server was not asked, or may not
 * be.
 */
const Census = z
  .object({ hits: z.array(CensusHit), atMs: epochMs })
  .nullable()
  .meta({ description: 'Lock libraries whose scripts are in the script cache: a hint, about no one lock.' });
export type Census = z.infer<typeof Census>;

/** One Redis server and what we can say about it. */
export const NodeStatus = z
  .object({
    target: z.string(),
    node: z.string(),
    db: z.int(),
    environment: z.string(),
    production: z.boolean(),
    readOnly: z.boolean(),
    state: z.enum(['connecting', 'live', 'stale', 'down']),
    /** Plain sentence of the last failure; null while live. Never holds a secret. */
    problem: z.string().nullable(),
    /** Epoch ms of the last answer of any kind; null = never. */
    lastAnswerAtMs: z.number().nullable(),
    pingMs: z.number().nullable(),
    /** The Redis that it is, or is compatible with: what decides what it can do. */
    redisVersion: z.string().nullable(),
    server: ServerName,
    runId: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Of the running server; another after a restart.' }),
    keys: z.number().nullable(),
    /** How changes reach us; `polling` = at least some of them are asked for. */
    events: z.enum(['tracking', 'keyspace', 'polling', 'none']),
    /** Why events are not `tracking`, or what a missing permission costs; null = nothing to say. */
    eventsNote: z.string().nullable(),
    missingRights: z.array(MissingRight).nullable().optional().meta({
      description: 'Commands that the Redis user may not run, and what follows; null = not tried yet.',
    }),
    /** Since events first came; null = none. */
    eventsGap: EventGap.nullable().meta({
      description: 'The last time without events: what happened in it shows only by its result.',
    }),
    coverage: Coverage,
    cost: OwnCost,
    held: z.number(),
    waiting: countOrUnknown,
    census: Census,
    /** As last read; null = not read yet. */
    health: NodeHealth.nullable(),
    /** In the order of their addresses; null = which it has cannot be known, or it is one itself. */
    replicas: z.array(ReplicaStatus).nullable(),
    /** What is wrong with the server itself; [] while it does not answer. */
    findings: z.array(NodeFinding),
  })
  .meta({ id: 'NodeStatus' });
export type NodeStatus = z.infer<typeof NodeStatus>;
export type NodeState = NodeStatus['state'];
export type EventSource = NodeStatus['events'];

/** `tallies` and `nodes` are of one moment. */
export const NodesAnswer = z
  .object({
    nodes: z.array(NodeStatus),
    tallies: Tallies,
    version: z.int().meta({ description: 'Version of the live stream that this is at least as new as.' }),
    startedAtMs: epochMs,
    nowMs: epochMs,
  })
  .meta({ id: 'NodesAnswer' });
export type NodesAnswer = z.infer<typeof NodesAnswer>;
