import { z } from 'zod';
import { epochMs, figure } from './leaves';
import { REPLICA_LINKS, REPLICA_PARTS, REPLICA_STATES } from './node-codes';

/** A server's own name: `Valkey 9.1.2`, whose `redis_version` is 7.2.4. Absent or null = it does not report one. */
export const ServerName = z.object({ name: z.string(), version: z.string() }).nullable().optional().meta({
  description: 'What the server calls itself; redisVersion of a fork is what it is compatible with.',
});
export type ServerName = NonNullable<z.infer<typeof ServerName>>;

/** Our load on a node, measured over the last seconds. */
export const OwnCost = z.object({
  commandsPerSecond: z.number(),
  bytesPerSecond: z.number(),
  slowestMs: z.number(),
  budgetPerSecond: z.number(),
});
export type OwnCost = z.infer<typeof OwnCost>;

/** How far a replica is behind its primary. */
const ReplicaStream = z.object({
  link: z.enum(REPLICA_LINKS).meta({ description: 'none = it is a primary itself by now.' }),
  /** Bytes of the primary's replication stream that it lacks; null = not known, or the two streams differ. */
  behindBytes: figure,
  behindMs: figure.meta({ description: 'For so long it has lacked something that the primary had.' }),
  by: z.enum(['replica', 'primary']).meta({ description: 'Who says so.' }),
  atMs: epochMs,
});
export type ReplicaStream = z.infer<typeof ReplicaStream>;

/** Which of its primary's locks a replica has, compared by key; values are not compared. */
const LocksOnReplica = z.object({
  /** Number of queried keys that exist. */
  present: z.int(),
  /** Keys that the primary has had for a second or longer. */
  missing: z.int(),
  /** All held locks of the primary: where this exceeds the two together, they are a sample. */
  held: z.int(),
  /** When the keys were queried. */
  atMs: epochMs,
});
export type LocksOnReplica = z.infer<typeof LocksOnReplica>;

export const ReplicaStatus = z
  .object({
    address: z.string(),
    state: z.enum(REPLICA_STATES),
    /** Never contains a secret. */
    problem: z.string().nullable().meta({ description: 'Why it is not reached; null while it answers.' }),
    lastAnswerAtMs: epochMs.nullable(),
    pingMs: figure,
    redisVersion: z.string().nullable(),
    server: ServerName,
    stream: ReplicaStream.nullable(),
    locks: LocksOnReplica.nullable().meta({
      description:
        'Held locks of the primary whose keys the replica has; where held is more, the others were not asked for.',
    }),
    unread: z
      .array(z.object({ part: z.enum(REPLICA_PARTS), why: z.string() }))
      .meta({ description: 'What could not be read, with the words of Redis.' }),
    cost: OwnCost,
  })
  .meta({
    id: 'ReplicaStatus',
    description: 'A replica as it is itself; null = it cannot be known.',
  });
export type ReplicaStatus = z.infer<typeof ReplicaStatus>;

/** Whether a replica has the key of one lock. */
export const LockOnReplica = z
  .object({
    address: z.string(),
    present: z.boolean().nullable().meta({ description: 'null = it could not be asked.' }),
    why: z.string().nullable(),
    atMs: epochMs,
  })
  .meta({ id: 'LockOnReplica' });
export type LockOnReplica = z.infer<typeof LockOnReplica>;
