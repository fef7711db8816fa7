import { z } from 'zod';
import { Finding } from './finding';
import { NODE_FINDINGS } from './finding-codes';
import { countOrUnknown, epochMs } from './leaves';
import { COUNTED_BY, RIGHT_COSTS } from './node-codes';
import { NodeHealth } from './node-health';
import { NodeFailure } from './reach';
import { OwnCost, ReplicaStatus, ServerName } from './replica';
import { Tallies } from './tally';

/** How much of a target has been read. Shares are 0 to 1. */
export const Coverage = z
  .object({
    /** Share of the keyspace whose names were matched in the running or last completed scan pass. */
    names: z.number(),
    /** Share of the keys whose content was read; keys that this user may not read do not count. */
    contents: z.number(),
    /** Epoch ms of the last completed pass over names; null = none yet. */
    completedAtMs: z.number().nullable(),
    oldestAtMs: z
      .number()
      .nullable()
      .meta({ description: 'The oldest reading that is still shown as true; null = none is.' }),
    changes: z.number().meta({
      description:
        'Share of the changes of the last minute that were seen; counts and charts know no more than that.',
    }),
    counted: z.number().meta({
      description: 'Share of the same changes that keyspace events counted one by one, without a reading.',
    }),
    countedBy: z.enum(COUNTED_BY).meta({
      description:
        'How acquisitions, renewals, ends and hold times are counted now. `events`: each one, by keyspace events: exact. `readings`: by what readings show, after pushes of tracking, notifications or polls: an estimate, of which `changes` is the share. `both`: events count the locks that they can, readings the rest.',
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

/** A command that the console's Redis user may not run, such as `HGETALL` or `MEMORY USAGE`, and what that costs. */
const MissingRight = z.object({ command: z.string(), costs: z.enum(RIGHT_COSTS) });
export type MissingRight = z.infer<typeof MissingRight>;

/** The gap began at most 1.2 s before it was noticed at `sinceMs`; `untilMs: null` = it continues. */
const EventGap = z.object({ sinceMs: epochMs, untilMs: epochMs.nullable() });
export type EventGap = z.infer<typeof EventGap>;

const CensusHit = z.object({
  library: z.string(),
  /** Versions whose scripts were found, the one with most scripts first. */
  versions: z.array(z.string()),
  /** Number of scripts found, and of those known for the first version. */
  found: z.int(),
  known: z.int(),
});
export type CensusHit = z.infer<typeof CensusHit>;

/**
 * Lock libraries with scripts in a server's script cache: they have run there since the server started or its cache was
 * flushed. A library that is not found may have run before that, or in another version. null = the server was not
 * asked, or may not be.
 */
const Census = z
  .object({ hits: z.array(CensusHit), atMs: epochMs })
  .nullable()
  .meta({ description: 'Lock libraries whose scripts are in the script cache: a hint, about no one lock.' });
export type Census = z.infer<typeof Census>;

/** The status of one Redis server. */
export const NodeStatus = z
  .object({
    target: z.string(),
    node: z.string(),
    db: z.int(),
    environment: z.string(),
    production: z.boolean(),
    readOnly: z.boolean(),
    state: z.enum(['connecting', 'live', 'stale', 'down']),
    /** The last failure as a plain sentence; null while live. Never contains a secret. */
    problem: z.string().nullable(),
    failure: NodeFailure.nullable().optional().meta({
      description: 'The same in codes, with the address and the settings that were tried; null while live.',
    }),
    /** Epoch ms of the last answer of any kind; null = never. */
    lastAnswerAtMs: z.number().nullable(),
    pingMs: z.number().nullable(),
    /** The Redis version that it is, or is compatible with: it decides which features it has. */
    redisVersion: z.string().nullable(),
    server: ServerName,
    runId: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Of the running server; another after a restart.' }),
    keys: z.number().nullable(),
    /** How we receive changes; `polling` = at least some of them are polled. */
    events: z.enum(['tracking', 'keyspace', 'polling', 'none']),
    /** Why events are not `tracking`, or what a missing permission costs; null = no remark. */
    eventsNote: z.string().nullable(),
    missingRights: z.array(MissingRight).nullable().optional().meta({
      description: 'Commands that the Redis user may not run, and what follows; null = not tried yet.',
    }),
    /** Since events were first received; null = no gap. */
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
    /** Ordered by address; null = its replicas cannot be known, or it is a replica itself. */
    replicas: z.array(ReplicaStatus).nullable(),
    /** Findings about the server itself; [] while it does not answer. */
    findings: z.array(NodeFinding),
  })
  .meta({ id: 'NodeStatus' });
export type NodeStatus = z.infer<typeof NodeStatus>;
export type NodeState = NodeStatus['state'];
export type EventSource = NodeStatus['events'];

/** `tallies` and `nodes` are from the same moment. */
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
