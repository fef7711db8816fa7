import { z } from 'zod';
import type { ActResult, Hold } from '../domain/api';
import { epochMs, holder, lock, ttlMs } from './answers-lock';
import { actNeeds } from './answers-offered';
import { seenSchema } from './requests';

/** Shapes of what an act shows before and says after. */

export const refusal = z.object({ code: z.string(), message: z.string(), needs: actNeeds.optional() });
export const requires = z.object({ reason: z.boolean(), typedKey: z.boolean() });

const sure = z.enum(['proven', 'likely', 'possible']).meta({
  description:
    'Whether two keys of one token are one hold; possible = the token alone says so, and its holder may use it again.',
});
const apartMs = z.number().nullable();

export const hold = z
  .object({
    parts: z.array(
      z.object({
        lock,
        holder,
        sure,
        acquiredApartMs: apartMs.meta({ description: 'Between the two acquisitions; null = not known.' }),
        leasesApartMs: apartMs.meta({ description: 'Between the ends of the two leases; null = not known.' }),
        seen: seenSchema
          .nullable()
          .meta({ description: 'Goes back in `also`; null = it could not be read.' }),
        allowed: z.boolean(),
        why: refusal.nullable(),
        requires,
      }),
    ),
    more: z.int().meta({ description: 'Keys of the token that were not read.' }),
  })
  .meta({
    id: 'Hold',
    description: 'Other keys that the token is on: what is proven or likely is released with the lock.',
  }) satisfies z.ZodType<Hold>;

const nodes = z
  .array(z.object({ node: z.string(), outcome: z.enum(['released', 'extended', 'changed', 'unreached']) }))
  .meta({
    description:
      'Only a Redlock group has changed (the node had it in another way or not at all, and was left alone) and unreached (it gave no answer; what became of it is not known).',
  });
const woken = z
  .int()
  .nullable()
  .meta({ description: 'Waiters the release message reached; null = cannot be known.' });

export const actResult = z
  .object({
    outcome: z.enum(['released', 'partly-released', 'extended']).meta({
      description:
        'partly-released = keys of the hold still have its token, or may have it: the lock may stay held.',
    }),
    nodes,
    auditId: z.int(),
    woken,
    atMs: epochMs,
    hold: z
      .object({
        keys: z.array(
          z.object({
            id: z.string(),
            key: z.string(),
            outcome: z.enum(['released', 'changed', 'failed', 'unknown']),
            nodes,
            woken,
            auditId: z.int().nullable(),
            why: refusal.nullable(),
          }),
        ),
        kept: z.array(z.object({ id: z.string(), key: z.string(), sure })),
      })
      .optional()
      .meta({
        description: 'Of a token that is on several keys: what became of each, and what was not asked for.',
      }),
  })
  .meta({ id: 'ActResult' }) satisfies z.ZodType<ActResult>;

const side = z.object({
  atMs: epochMs,
  holder: z.string().nullable(),
  token: z.string().nullable(),
  holdCount: z.number().nullable(),
  ttlMs: ttlMs.nullable(),
  type: z.string(),
});

/** Body of a 409. */
export const changedError = z
  .object({
    error: z.object({
      code: z.literal('changed'),
      message: z.string(),
      details: z.object({
        before: side,
        after: side,
        changed: z.array(z.string()),
        key: z.string().optional().meta({ description: 'Another key of the hold, which it is about.' }),
        auditId: z.int(),
        requestId: z.string(),
      }),
    }),
  })
  .meta({ id: 'ChangedError', description: 'Nothing was touched: what was seen, and what is there now.' });
