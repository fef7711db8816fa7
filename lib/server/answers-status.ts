import { z } from 'zod';
import { NODE_FINDINGS } from '../domain/node-finding';
import { RIGHT_COSTS } from '../domain/nodes/missing-right';
import type { NodeStatus } from '../domain/nodes/node-status';
import { command } from './answers-findings';
import { counted, epochMs, finding } from './answers-lock';
import { nodeHealth } from './answers-node';
import { ownCost, replicaStatus, serverName } from './answers-replica';

export const coverage = z
  .object({
    names: z.number(),
    contents: z.number(),
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

export const nodeStatus = z
  .object({
    target: z.string(),
    node: z.string(),
    db: z.int(),
    environment: z.string(),
    production: z.boolean(),
    readOnly: z.boolean(),
    state: z.enum(['connecting', 'live', 'stale', 'down']),
    problem: z.string().nullable(),
    lastAnswerAtMs: z.number().nullable(),
    pingMs: z.number().nullable(),
    redisVersion: z.string().nullable(),
    server: serverName,
    runId: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Of the running server; another after a restart.' }),
    keys: z.number().nullable(),
    events: z.enum(['tracking', 'keyspace', 'polling', 'none']),
    eventsNote: z.string().nullable(),
    missingRights: z
      .array(z.object({ command: z.string(), costs: z.enum(RIGHT_COSTS) }))
      .nullable()
      .optional()
      .meta({
        description: 'Commands that the Redis user may not run, and what follows; null = not tried yet.',
      }),
    eventsGap: z.object({ sinceMs: epochMs, untilMs: epochMs.nullable() }).nullable().meta({
      description: 'The last time without events: what happened in it shows only by its result.',
    }),
    coverage,
    cost: ownCost,
    held: z.number(),
    waiting: counted,
    census: z
      .object({
        hits: z.array(
          z.object({ library: z.string(), versions: z.array(z.string()), found: z.int(), known: z.int() }),
        ),
        atMs: epochMs,
      })
      .nullable()
      .meta({
        description: 'Lock libraries whose scripts are in the script cache: a hint, about no one lock.',
      }),
    health: nodeHealth.nullable(),
    replicas: z.array(replicaStatus).nullable(),
    findings: z.array(finding.extend({ code: z.enum(NODE_FINDINGS), command })),
  })
  .meta({ id: 'NodeStatus' }) satisfies z.ZodType<NodeStatus>;
