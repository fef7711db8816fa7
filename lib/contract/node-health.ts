import { z } from 'zod';
import { epochMs, figure } from './leaves';

/** What a server says; null = it does not, or we may not ask. */
const said = z.boolean().nullable();

/** A server's copy of another one, as its primary sees it. */
const ReplicaHealth = z.object({
  address: z.string(),
  /** `gone` = it was connected and is not any more. */
  state: z.enum(['online', 'syncing', 'gone']),
  /** Bytes of the primary's stream that it has not confirmed; null = not known. */
  behindBytes: figure,
  /** ms; 0 = it has everything. */
  behindMs: z.number().meta({ description: 'For so long it has lacked something that the primary had.' }),
});
export type ReplicaHealth = z.infer<typeof ReplicaHealth>;

/** A server's clock against the console's. */
const NodeClock = z.object({
  /** ms; negative = behind. */
  skewMs: z.number().meta({ description: 'How far it is ahead of the clock of the console.' }),
  /** The skew is right to this many ms: half a round trip. */
  errorMs: z.number(),
  /** Since when it has been like that. */
  sinceMs: epochMs,
});
export type NodeClock = z.infer<typeof NodeClock>;

/** How safe a server is for locks, as far as it says. */
export const NodeHealth = z
  .object({
    /** When it was read. */
    atMs: epochMs,
    memory: z.object({
      /** What counts against the limit. */
      usedBytes: figure,
      maxBytes: figure.meta({ description: '0 = no limit.' }),
      policy: z.string().nullable(),
    }),
    persistence: z.object({
      appendOnly: said,
      fsync: z.string().nullable(),
      /** Whether snapshots are saved by themselves. */
      snapshots: said,
    }),
    replication: z.object({
      role: z.enum(['primary', 'replica']).nullable(),
      /** Of a primary; null = not known, or it is none. */
      replicas: z.array(ReplicaHealth).nullable(),
      /** Of a primary: how many replicas must be well for it to accept writes. */
      minReplicas: figure,
      follows: said.meta({ description: 'Of a replica: whether it follows its primary.' }),
    }),
    clock: NodeClock.nullable(),
    /** Each costs the findings that need it. */
    unread: z
      .array(z.object({ part: z.enum(['memory', 'persistence', 'replication', 'clock']), why: z.string() }))
      .meta({ description: 'What could not be read, with the words of Redis.' }),
  })
  .meta({
    id: 'NodeHealth',
    description: 'How safe a server is for locks; null = it does not say, or may not be asked.',
  });
export type NodeHealth = z.infer<typeof NodeHealth>;
export type UnreadPart = NodeHealth['unread'][number]['part'];
