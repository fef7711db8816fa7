import { z } from 'zod';
import {
  type LockOnReplica,
  REPLICA_LINKS,
  REPLICA_PARTS,
  REPLICA_STATES,
  type ReplicaStatus,
} from '../domain/replica-status';
import { epochMs } from './answers-lock';

const figure = z.number().nullable();

export const serverName = z.object({ name: z.string(), version: z.string() }).nullable().optional().meta({
  description: 'What the server calls itself; redisVersion of a fork is what it is compatible with.',
});

export const ownCost = z.object({
  commandsPerSecond: z.number(),
  bytesPerSecond: z.number(),
  slowestMs: z.number(),
  budgetPerSecond: z.number(),
});

export const replicaStatus = z
  .object({
    address: z.string(),
    state: z.enum(REPLICA_STATES),
    problem: z.string().nullable().meta({ description: 'Why it is not reached; null while it answers.' }),
    lastAnswerAtMs: epochMs.nullable(),
    pingMs: figure,
    redisVersion: z.string().nullable(),
    server: serverName,
    stream: z
      .object({
        link: z.enum(REPLICA_LINKS).meta({ description: 'none = it is a primary itself by now.' }),
        behindBytes: figure,
        behindMs: figure.meta({ description: 'For so long it has lacked something that the primary had.' }),
        by: z.enum(['replica', 'primary']).meta({ description: 'Who says so.' }),
        atMs: epochMs,
      })
      .nullable(),
    locks: z.object({ present: z.int(), missing: z.int(), held: z.int(), atMs: epochMs }).nullable().meta({
      description:
        'Held locks of the primary whose keys the replica has; where held is more, the others were not asked for.',
    }),
    unread: z
      .array(z.object({ part: z.enum(REPLICA_PARTS), why: z.string() }))
      .meta({ description: 'What could not be read, with the words of Redis.' }),
    cost: ownCost,
  })
  .meta({
    id: 'ReplicaStatus',
    description: 'A replica as it is itself; null = it cannot be known.',
  }) satisfies z.ZodType<ReplicaStatus>;

export const lockOnReplica = z
  .object({
    address: z.string(),
    present: z.boolean().nullable().meta({ description: 'null = it could not be asked.' }),
    why: z.string().nullable(),
    atMs: epochMs,
  })
  .meta({ id: 'LockOnReplica' }) satisfies z.ZodType<LockOnReplica>;
