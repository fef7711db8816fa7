import { z } from 'zod';
import { XRAY_ENDS, type XrayResult } from '../domain/actions/xray';
import { displayText, epochMs } from './answers-lock';

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
  })
  .meta({ id: 'XrayCounts' });

const client = z
  .object({
    address: z.string(),
    connected: z.boolean().nullable().meta({
      description: 'Whether it was there right after; where it was not, nothing more is known of it.',
    }),
    name: text,
    library: text,
    user: text,
    ageMs: ms.nullable(),
    counts,
    scripts: z.array(z.string()).meta({ description: 'Lock libraries whose known scripts it called.' }),
    firstMs: ms.meta({ description: 'ms after the start.' }),
    lastMs: ms,
  })
  .meta({ id: 'XrayClient' });

const node = z
  .object({
    node: z.string(),
    ended: z.enum(XRAY_ENDS),
    why: text.meta({ description: 'Why one of a group was not reached.' }),
    ranMs: ms,
    bytes: z.int(),
    commands: z.int().meta({ description: 'Of all clients; only those that named the lock are looked at.' }),
    named: z.int().meta({ description: 'Commands that named the lock, without those of this console.' }),
    ours: z.int(),
    unattributed: z
      .int()
      .meta({ description: 'Of scripts that did not name the lock when they were called.' }),
    latency: z.object({ beforeMs: ms, worstMs: ms, limitMs: ms }),
    clients: z.array(client),
    moreClients: z.int(),
  })
  .meta({ id: 'XrayNode' });

export const xrayAnswer = z
  .object({
    id: z.string(),
    key: displayText,
    seconds: z.int(),
    maxBytes: z.int(),
    nodes: z.array(node),
    auditId: z.int(),
    startedAtMs: epochMs,
    atMs: epochMs,
  })
  .meta({ id: 'XrayResult' }) satisfies z.ZodType<XrayResult>;
