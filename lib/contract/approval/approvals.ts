import { z } from 'zod';
import { ACTION_OUTCOMES, ALTHOUGH, APPROVAL_STATES, LOCK_ACTIONS, MAY_DECIDE } from '../action-codes';
import { ActionRequest, Consequence, PlannedChange, Seen } from '../actions';
import { displayText, epochMs } from '../leaves';
import { SIGN_IN_WAYS } from '../rights';

/** Acts that wait for a second person: the request, and what became of it. */

export const AskRequest = ActionRequest.extend({ action: z.enum(LOCK_ACTIONS) }).meta({ id: 'AskRequest' });
export type AskRequest = z.infer<typeof AskRequest>;

const Person = z.object({ name: z.string(), via: z.enum(SIGN_IN_WAYS), atMs: epochMs });

/** What became of the act. */
export const ApprovalResult = z.object({
  outcome: z.enum([...ACTION_OUTCOMES, 'refused', 'unknown']),
  auditId: z.int().nullable().meta({ description: 'Entry of the act; null = it was not tried.' }),
  atMs: epochMs,
  /** Why it was not done, or why that is not known; null = it was. */
  why: z
    .object({
      code: z.string(),
      message: z.string(),
      problem: z.string().optional(),
      changed: z.array(z.string()).optional(),
    })
    .nullable(),
});
export type ApprovalResult = z.infer<typeof ApprovalResult>;

export const ApprovalRequest = z
  .object({
    id: z.int(),
    state: z.enum(APPROVAL_STATES),
    action: z.enum(LOCK_ACTIONS),
    target: z.string(),
    production: z.boolean(),
    lockId: z.string(),
    key: displayText,
    /** Other keys of the hold that go with it, as far as the caller may view them. */
    also: z.array(z.object({ id: z.string(), key: displayText })),
    leaseMs: z.number().nullable().meta({ description: 'TTL from then, in ms; of an extension.' }),
    although: z.enum(ALTHOUGH).nullable().meta({
      description: 'What whoever asked consented to, as in a release; null = nothing.',
    }),
    reason: z.string(),
    ticket: z.string().nullable().meta({ description: 'null = none was named.' }),
    asked: Person,
    expiresMs: epochMs,
    auditId: z.int(),
    decided: Person.extend({ reason: z.string() })
      .nullable()
      .meta({ description: 'Who approved or declined it, or took it back; null = nobody did.' }),
    result: ApprovalResult.nullable().meta({ description: 'null = the act was not tried, or is under way.' }),
    plan: z
      .object({
        seen: Seen,
        consequences: z.array(Consequence),
        change: PlannedChange.nullable().meta({ description: 'null = it could not be read when asked.' }),
      })
      .nullable()
      .meta({
        description:
          'What was seen, and what would follow from the act; null = the caller has no right to it.',
      }),
    mayDecide: z.enum(MAY_DECIDE),
    own: z.boolean().meta({ description: 'The account of the caller asked for it, and may take it back.' }),
  })
  .meta({ id: 'ApprovalRequest' });
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

export const ApprovalAnswer = z
  .object({ request: ApprovalRequest, nowMs: epochMs })
  .meta({ id: 'ApprovalAnswer' });
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

export const ApprovalsAnswer = z
  .object({
    requests: z
      .array(ApprovalRequest)
      .meta({ description: 'Those that wait, the next to end first, then those of the last day.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'ApprovalsAnswer' });
export type ApprovalsAnswer = z.infer<typeof ApprovalsAnswer>;

/** Takes nothing but the number in the path. */
export const ApprovalChange = z.strictObject({}).meta({ id: 'ApprovalChange' });

export const DeclineRequest = z
  .strictObject({ reason: z.string().trim().min(1, 'must say why').max(1_000) })
  .meta({ id: 'DeclineRequest' });
export type DeclineRequest = z.infer<typeof DeclineRequest>;
