import { z } from 'zod';
import { XRAY_ENDS, type XrayVerb } from './action-codes';
import { displayText, epochMs } from './leaves';
import { XRAY_SECONDS } from './limits';

export const XrayRequest = z
  .strictObject({
    seconds: z
      .int()
      .min(XRAY_SECONDS.least)
      .max(XRAY_SECONDS.most)
      .default(XRAY_SECONDS.usual)
      .meta({ description: 'How long to listen; of a Redlock group to each of its masters.' }),
  })
  .meta({ id: 'XrayRequest' });
export type XrayRequest = z.input<typeof XrayRequest>;

const ms = z.number();
const text = z.string().nullable();
const counts = z
  .object({
    tries: z.int(),
    renews: z.int(),
    releases: z.int(),
    waits: z.int(),
    reads: z.int(),
    touches: z.int().meta({ description: 'Named the lock, and nothing tells what for.' }),
  } satisfies Record<XrayVerb, z.ZodInt>)
  .meta({ id: 'XrayCounts' });

/** One connection that named the lock. */
const XrayClient = z
  .object({
    /** Host and port as the server reports them; the path for a Unix socket. */
    address: z.string(),
    /** null = the server does not report it. */
    connected: z.boolean().nullable().meta({
      description: 'Whether it was there right after; where it was not, nothing more is known of it.',
    }),
    name: text,
    /** Client library and version as the client told the server (Redis 7.2). */
    library: text,
    user: text,
    /** Age of the connection in ms, in whole seconds. */
    ageMs: ms.nullable(),
    counts,
    scripts: z.array(z.string()).meta({ description: 'Lock libraries whose known scripts it called.' }),
    /** When its first and last command was seen. */
    firstMs: ms.meta({ description: 'ms after the start.' }),
    lastMs: ms,
  })
  .meta({ id: 'XrayClient' });
export type XrayClient = z.infer<typeof XrayClient>;

/** One server. Commands that did not name the lock are only counted. */
const XrayNode = z
  .object({
    node: z.string(),
    ended: z.enum(XRAY_ENDS),
    /** null = it was reached. */
    why: text.meta({ description: 'Why one of a group was not reached.' }),
    ranMs: ms,
    bytes: z.int(),
    /** Includes commands that scripts ran. */
    commands: z.int().meta({ description: 'Of all clients; only those that named the lock are looked at.' }),
    named: z.int().meta({ description: 'Commands that named the lock, without those of this console.' }),
    /** Commands of this console that named it. */
    ours: z.int(),
    /** Commands whose client cannot be determined. */
    unattributed: z
      .int()
      .meta({ description: 'Of scripts that did not name the lock when they were called.' }),
    /** Round trips: before the X-ray, the longest during it, and the limit that would have ended it. */
    latency: z.object({ beforeMs: ms, worstMs: ms, limitMs: ms }),
    clients: z.array(XrayClient),
    /** Number of clients not listed, which only `named` counts. */
    moreClients: z.int(),
  })
  .meta({ id: 'XrayNode' });
export type XrayNode = z.infer<typeof XrayNode>;

export const XrayResult = z
  .object({
    id: z.string(),
    key: displayText,
    seconds: z.int(),
    maxBytes: z.int(),
    /** One server, or every master of a Redlock group, one after the other. */
    nodes: z.array(XrayNode),
    auditId: z.int(),
    /** Start and end of the X-ray. */
    startedAtMs: epochMs,
    atMs: epochMs,
  })
  .meta({ id: 'XrayResult' });
export type XrayResult = z.infer<typeof XrayResult>;
