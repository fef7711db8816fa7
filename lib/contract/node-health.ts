import { z } from 'zod';
import { epochMs, figure } from './leaves';

/** A reported flag; null = the server does not report it, or we may not ask. */
const said = z.boolean().nullable();

/** A replica of a server, as its primary reports it. */
const ReplicaHealth = z.object({
  address: z.string(),
  /** `gone` = it was connected before. */
  state: z.enum(['online', 'syncing', 'gone']),
  /** Bytes of the primary's replication stream that it has not acknowledged; null = not known. */
  behindBytes: figure,
  /** ms; 0 = it is up to date. */
  behindMs: z.number().meta({ description: 'For so long it has lacked something that the primary had.' }),
});
export type ReplicaHealth = z.infer<typeof ReplicaHealth>;

/** A server's clock relative to the console's. */
const NodeClock = z.object({
  /** ms; negative = behind. */
  skewMs: z.number().meta({ description: 'How far it is ahead of the clock of the console.' }),
  /** Error of the skew, ms: half a round trip. */
  errorMs: z.number(),
  /** Since when the clock has this skew. */
  sinceMs: epochMs,
});
export type NodeClock = z.infer<typeof NodeClock>;

/** How safe a server is for locks, as far as it reports. */
export const NodeHealth = z
  .object({
    /** When it was read. */
    atMs: epochMs,
    memory: z.object({
      /** Memory that counts against the limit. */
      usedBytes: figure,
      maxBytes: figure.meta({ description: '0 = no limit.' }),
      policy: z.string().nullable(),
    }),
    persistence: z.object({
      appendOnly: said,
      fsync: z.string().nullable(),
      /** Whether the server saves snapshots automatically. */
      snapshots: said,
    }),
    replication: z.object({
      role: z.enum(['primary', 'replica']).nullable(),
      /** For a primary; null = not known, or it is a replica. */
      replicas: z.array(ReplicaHealth).nullable(),
      /** For a primary: number of healthy replicas that it needs to accept writes. */
      minReplicas: figure,
      follows: said.meta({ description: 'Of a replica: whether it follows its primary.' }),
    }),
    clock: NodeClock.nullable(),
    /** Each unread part disables the findings that need it. */
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
