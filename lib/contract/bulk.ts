import { z } from 'zod';
import { ALTHOUGH, BULK_OUTCOMES, BULK_REASONS } from './action-codes';
import { Refusal, Seen, SeenSide, stepUpLack } from './actions';
import { Holder } from './holder';
import { countOrUnknown, displayText, epochMs, TtlMs, ticket } from './leaves';
import { MOST_BULK } from './limits';
import { target } from './queries';

/** One act on many locks: the plan that is shown, the request that sends it back, and what became of each lock. */

const id = z.string().min(1).max(2_048);
/** Longer than any text that a token is shown as. */
const MOST_TOKEN = 1_024;

export const BulkPlanRequest = z
  .strictObject({
    holder: z
      .string()
      .max(4_096)
      .optional()
      .meta({ description: 'All locks of this holder, as in /api/holders/{id}.' }),
    ids: z.array(id).min(1).max(MOST_BULK).optional().meta({ description: 'These locks.' }),
    held: z
      .array(z.strictObject({ id, token: z.string().max(MOST_TOKEN).optional() }))
      .min(1)
      .max(MOST_BULK)
      .optional()
      .meta({
        description:
          'These locks of an earlier plan, each of the holder whose token was shown in it: what another has by now is in the plan with the reason successor. Without a token: no holder was shown, and whoever has it is planned.',
      }),
    q: z.string().max(2_000).optional().meta({ description: 'All locks that match, as for /api/locks.' }),
    target: target.optional().meta({ description: 'With `q`: of this target only.' }),
  })
  .check(({ value: { holder, ids, held, q, target: of }, issues }) => {
    const given = [holder, ids, held, q].filter((each) => each !== undefined).length;
    if (given !== 1)
      issues.push({ code: 'custom', path: [], message: 'give one of holder, ids, held and q', input: given });
    if (of !== undefined && q === undefined)
      issues.push({ code: 'custom', path: ['target'], message: 'goes with q', input: of });
  })
  .meta({ id: 'BulkPlanRequest' });
export type BulkPlanRequest = z.infer<typeof BulkPlanRequest>;

const unseen = z.int().optional().meta({
  description:
    'Keys that are surely or likely of its hold and that the caller is not shown: they stay held. Absent = none.',
});
const kept = z.int().optional().meta({
  description:
    'Keys that are surely or likely of its hold, are shown, and that the run leaves alone or could not release: they stay held. Absent = none.',
});

/** One lock of a plan, as just read. */
const BulkItem = z.object({
  id: z.string(),
  key: displayText,
  target: z.string(),
  node: z.string(),
  holder: Holder.pick({
    token: true,
    label: true,
    verdict: true,
    holdCount: true,
    quarantine: true,
  }).nullable(),
  waiting: countOrUnknown,
  ttlMs: TtlMs.nullable().meta({
    description: 'What was left of the lease when it was read; null = not known.',
  }),
  /** When null, `why` has the reason. */
  seen: Seen.nullable(),
  why: Refusal.nullable().meta({
    description:
      'Why this lock is no part of the run; null = it is released. one-by-one = a successor looks the same as its holder; second-person = the connection takes two persons, one act at a time.',
  }),
  although: z.enum(ALTHOUGH).nullable(),
  untilMs: epochMs.optional().meta({ description: 'As of a preview.' }),
  unseen,
  kept,
});
export type BulkItem = z.infer<typeof BulkItem>;

export const BulkPlan = z
  .object({
    /** Those that are released first come first: with waiters, then by what is left of the lease. */
    items: z.array(BulkItem),
    added: z.int().meta({ description: 'Of them, keys of the same holds that were not asked for.' }),
    more: z.int().meta({ description: `Locks beyond the first ${MOST_BULK}, which another run releases.` }),
    requires: z.object({ although: z.enum(ALTHOUGH).nullable(), untilMs: epochMs.optional() }),
    stepUp: stepUpLack.optional(),
    nowMs: epochMs,
  })
  .meta({ id: 'BulkPlan' });
export type BulkPlan = z.infer<typeof BulkPlan>;

export const BulkRequest = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          id,
          seen: Seen,
          although: z.enum(ALTHOUGH).nullable().optional().meta({
            description:
              'What the plan requires for this lock; absent = what is required of it when the run begins.',
          }),
        }),
      )
      .min(1)
      .max(MOST_BULK),
    /** Typed by the operator. */
    count: z
      .int()
      .meta({ description: 'How many locks this is meant to release; has to be that of `items`.' }),
    reason: z.string().trim().min(1).max(1_000),
    ticket,
    although: z.enum(ALTHOUGH).optional().meta({
      description: 'As in a release; counts for each lock of which it is required, and no further than that.',
    }),
    /** For the audit. */
    scope: z.string().max(500).default('').meta({ description: 'By what the locks were chosen, in words.' }),
  })
  .meta({ id: 'BulkRequest' });
export type BulkRequest = z.infer<typeof BulkRequest>;

/**
 * What became of one lock. `refused` = it had come free or to another holder, and was left alone: to be expected where
 * locks change meanwhile. `unexpected` = anything else; the run stops. `not-tried` = the run had stopped before.
 */
export const BulkResult = z.object({
  id: z.string(),
  outcome: z.enum(BULK_OUTCOMES),
  /** null = released, or not tried. */
  because: z.enum(BULK_REASONS).nullable(),
  why: Refusal.nullable(),
  /** The lock as it was found, where it had changed. */
  after: SeenSide.nullable(),
  woken: z.int().nullable(),
  others: z.int().nullable().meta({
    description:
      'Of a released lock: holders that still have it, as last known before; null = not released, or not known.',
  }),
  unseen,
  kept,
  unclear: z.int().optional().meta({
    description:
      'Other keys of its hold in the run whose release had no answer: whether they are free is not known. Absent = none.',
  }),
  auditId: z.int().nullable(),
  atMs: epochMs,
});
export type BulkResult = z.infer<typeof BulkResult>;

/** The last line of an answer. */
export const BulkEnd = z.object({
  counts: z.record(z.enum(BULK_OUTCOMES), z.int()).meta({ description: 'Together as many as were planned.' }),
  auditId: z.int(),
  tookMs: z.number(),
  atMs: epochMs,
});
export type BulkEnd = z.infer<typeof BulkEnd>;

/** One line of the answer, which is JSON lines: each lock as soon as it is done, then the end. */
export const BulkLine = z.union([z.object({ result: BulkResult }), z.object({ end: BulkEnd })]);
export type BulkLine = z.infer<typeof BulkLine>;
