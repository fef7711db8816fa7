import { z } from 'zod';
import { MOST_PARTS } from '../domain/actions/same-hold';
import { XRAY_SECONDS } from '../domain/actions/xray';
import { descByDefault, LOCK_SORTS } from '../domain/lists/lock-sort';
import { REASON_LIMIT } from '../domain/lists/silence';
import { DECISIONS } from '../domain/possible-api';
import { FINDINGS } from './answers-lock';
import { scopeSchema } from './record/silence-file';

/** What routes accept. The OpenAPI document is made of the same schemas. */

const flag = z.enum(['1', '0', 'true', 'false']).transform((text) => text === '1' || text === 'true');
export const target = z.string().max(64).meta({ description: 'Name of one target; without it, all.' });
export const limitOf = (most: number, usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .meta({ description: `At most ${most}.` });

export const listQuery = z
  .strictObject({
    q: z.string().max(2_000).default('').meta({
      description: 'Words and qualifiers: holder:x kind:y state:held ttl<5s waiters>3 age>10m, - negates.',
    }),
    target: target.optional(),
    sort: z.enum(LOCK_SORTS).default('harm'),
    desc: flag
      .optional()
      .meta({ description: 'Default: worst, largest and oldest first; key and TTL ascending.' }),
    limit: limitOf(500, 200),
    cursor: z.string().max(8_192).optional().meta({ description: '`nextCursor` of the page before.' }),
  })
  .transform(({ target = null, cursor = null, desc, ...rest }) => ({
    filter: { q: rest.q, target, sort: rest.sort, desc: desc ?? descByDefault(rest.sort) },
    limit: rest.limit,
    cursor,
  }));

export const groupedQuery = z.strictObject({
  q: z.string().max(2_000).default('').meta({ description: 'As for /api/locks.' }),
  target: target.optional(),
});
export const targetQuery = z.strictObject({ target: target.optional() });
export const searchQuery = z.strictObject({ q: z.string().max(10_000), limit: limitOf(20, 20) });
export const eventsQuery = z.strictObject({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({
      description: 'Version to go on from, for clients that cannot send Last-Event-ID.',
    }),
});
export const noQuery = z.strictObject({});

const leaseMs = z.int().min(1).max(31_536_000_000).meta({ description: 'TTL from now, in ms; extend only.' });
const ttlMs = z.union([z.int().min(0), z.literal('none')]);

const tokenDigest = z.string().regex(/^[0-9a-f]{64}$/);

export const previewBody = z
  .strictObject({
    action: z.enum(['release', 'extend']),
    leaseMs: leaseMs.optional(),
    tokenDigest: tokenDigest
      .optional()
      .meta({ description: 'The holder it is about, by the SHA-256 of its token; default: the first.' }),
  })
  .meta({ id: 'PreviewRequest' });

export const seenSchema = z
  .strictObject({
    type: z.string().max(32),
    formatId: z.string().max(64),
    tokenDigest,
    holdCount: z.int().min(0).nullable(),
    ttlMs,
    deadlineMs: z.union([z.int(), z.literal('none')]),
    acquisition: z.strictObject({ version: z.int(), sinceMs: z.int().nullable() }).nullable().meta({
      description: 'The hold that was seen; another release or acquisition since then refuses the act.',
    }),
    readAtMs: z.int(),
  })
  .meta({ id: 'Seen', description: 'What a preview showed; sent back unchanged.' });

export const actBody = z
  .strictObject({
    seen: seenSchema,
    reason: z.string().max(1_000),
    leaseMs: leaseMs.optional(),
    typedKey: z.string().max(4_096).optional(),
    also: z
      .array(z.strictObject({ id: z.string().min(1).max(2_048), seen: seenSchema }))
      .max(MOST_PARTS)
      .optional()
      .meta({ description: 'Release only: further keys of the same token, each as the preview showed it.' }),
  })
  .meta({ id: 'ActRequest' });

export const silenceBody = z
  .strictObject({
    code: z.enum(FINDINGS).meta({ description: 'The rule whose findings are silenced.' }),
    target: z.string().min(1).max(64),
    scope: scopeSchema.meta({
      description:
        'One lock, a family of keys, keys under a Redis glob, one server, or all that the rule finds on the target.',
    }),
    untilMs: z.int().meta({ description: 'Its end, epoch ms: in the future, at most 90 days ahead.' }),
    reason: z
      .string()
      .trim()
      .min(1, 'must say why')
      .max(REASON_LIMIT)
      .meta({ description: `Why nobody needs to look at it; at most ${REASON_LIMIT} characters.` }),
  })
  .meta({ id: 'SilenceRequest' });

export const decideBody = z
  .strictObject({
    is: z.enum([...DECISIONS, 'undecided']).meta({ description: '`undecided` takes a decision back.' }),
  })
  .meta({ id: 'DecideRequest' });

export const xrayBody = z
  .strictObject({
    seconds: z
      .int()
      .min(XRAY_SECONDS.least)
      .max(XRAY_SECONDS.most)
      .default(XRAY_SECONDS.usual)
      .meta({ description: 'How long to listen; of a Redlock group to each of its masters.' }),
  })
  .meta({ id: 'XrayRequest' });
