import { z } from 'zod';
import type { NodeHealth } from '../domain/node-health';
import { epochMs } from './answers-lock';

const figure = z.number().nullable();
const said = z.boolean().nullable();

const replica = z.object({
  address: z.string(),
  state: z.enum(['online', 'syncing', 'gone']),
  behindBytes: figure,
  behindMs: z.number().meta({ description: 'For so long it has lacked something that the primary had.' }),
});

export const nodeHealth = z
  .object({
    atMs: epochMs,
    memory: z.object({
      usedBytes: figure,
      maxBytes: figure.meta({ description: '0 = no limit.' }),
      policy: z.string().nullable(),
    }),
    persistence: z.object({ appendOnly: said, fsync: z.string().nullable(), snapshots: said }),
    replication: z.object({
      role: z.enum(['primary', 'replica']).nullable(),
      replicas: z.array(replica).nullable(),
      minReplicas: figure,
      follows: said.meta({ description: 'Of a replica: whether it follows its primary.' }),
    }),
    clock: z
      .object({
        skewMs: z.number().meta({ description: 'How far it is ahead of the clock of the console.' }),
        errorMs: z.number(),
        sinceMs: epochMs,
      })
      .nullable(),
    unread: z
      .array(z.object({ part: z.enum(['memory', 'persistence', 'replication', 'clock']), why: z.string() }))
      .meta({ description: 'What could not be read, with the words of Redis.' }),
  })
  .meta({
    id: 'NodeHealth',
    description: 'How safe a server is for locks; null = it does not say, or may not be asked.',
  }) satisfies z.ZodType<NodeHealth>;
