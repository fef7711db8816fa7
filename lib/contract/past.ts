import { z } from 'zod';
import {
  HISTORY_EVENT_KINDS,
  type HistoryMark,
  type OwnershipSpan,
  type PastLock,
  type PastLockAnswer,
  type PastMoment,
  type Timeline,
} from '../domain/history';
import { LOCK_KINDS, LOCK_STATES } from '../domain/lock';
import { waitGraphAnswer } from '../server/answers-graph';
import { counted, epochMs, lockEvent, values } from '../server/answers-lock';

const figure = z.number().nullable();
const kind = z.enum(LOCK_KINDS).nullable();
const interval = z.object({ fromMs: epochMs, toMs: epochMs });

const span = z
  .object({
    id: z.int(),
    lock: z.string(),
    key: z.string(),
    holder: z.string().nullable(),
    holderRef: z.string().nullable(),
    token: z.string(),
    mode: z.enum(['exclusive', 'read', 'write']),
    fromMs: epochMs,
    fromKnown: z.enum(['seen', 'at-least', 'at-most']),
    toMs: epochMs.nullable().meta({ description: 'null = it goes on.' }),
    ended: z
      .enum(['released', 'expired', 'lost', 'force-released', 'taken-over', 'unseen'])
      .nullable()
      .meta({ description: 'unseen = it was gone after a time that nobody watched.' }),
    endedBy: z.string().nullable(),
    leaseMs: figure,
    noTtl: z.boolean(),
    renewals: z.int(),
    waitersMax: figure,
    waiterSeconds: z.number(),
    fencing: z.string().nullable(),
    verdict: z.string().nullable(),
    overrunMs: figure,
  })
  .meta({ id: 'OwnershipSpan', description: 'Somebody had a lock.' }) satisfies z.ZodType<OwnershipSpan>;

const block = z
  .object({
    lock: z.string(),
    holder: z.string().nullable(),
    holderRef: z.string().nullable(),
    fromMs: epochMs,
    toMs: epochMs,
    holds: z.int(),
    heldMs: z.number(),
    lapses: z.int(),
    forced: z.int(),
  })
  .meta({ id: 'SpanBlock' });

export const mark = z
  .object({
    id: z.string(),
    atMs: epochMs,
    untilMs: epochMs.nullable(),
    kind: z.enum([...lockEvent.shape.kind.options, ...HISTORY_EVENT_KINDS, 'deploy', 'note']),
    title: z.string(),
    text: z.string(),
    url: z.string().nullable(),
    target: z.string().nullable(),
    lock: z.string().nullable(),
    node: z.string().nullable(),
    holder: z.string().nullable(),
    values,
  })
  .meta({ id: 'HistoryMark' }) satisfies z.ZodType<HistoryMark>;

export const timelineAnswer = z
  .object({
    fromMs: epochMs,
    toMs: epochMs,
    lanesBy: z.enum(['holder', 'lock']),
    locks: z.array(z.object({ id: z.string(), key: z.string(), kind, library: z.string().nullable() })),
    spans: z.array(span),
    blocks: z.array(block).meta({
      description: 'Of more holds than asked for: the others, by lane and slice of time.',
    }),
    waiting: z.array(z.object({ atMs: epochMs, waiters: figure })),
    marks: z.array(mark),
    gaps: z.array(interval),
    matched: z.int(),
    incompleteBeforeMs: epochMs.nullable(),
    nowMs: epochMs,
  })
  .meta({ id: 'Timeline' }) satisfies z.ZodType<Timeline>;

export const pastLock = z
  .object({
    id: z.string(),
    target: z.string(),
    key: z.string(),
    kind,
    format: z.object({ id: z.string(), library: z.string() }).nullable(),
    state: z.enum(LOCK_STATES),
    spans: z.array(span),
    waiters: counted,
    ageMs: figure,
    leaseMs: figure,
    findings: z.array(z.object({ code: z.string(), severity: z.string(), sinceMs: epochMs })),
  })
  .meta({ id: 'PastLock' }) satisfies z.ZodType<PastLock>;

export const momentAnswer = z
  .object({
    atMs: epochMs,
    unwatched: z.array(z.string()).meta({ description: 'Targets that nobody watched then.' }),
    locks: z.array(pastLock),
    matched: z.int(),
    counts: z.object({ held: z.int(), waiting: counted, findings: z.int() }),
    graph: waitGraphAnswer.nullable(),
    nowMs: epochMs,
  })
  .meta({ id: 'PastMoment' }) satisfies z.ZodType<PastMoment>;

export const pastLockAnswer = z
  .object({ atMs: epochMs, lock: pastLock, watched: z.boolean(), nowMs: epochMs })
  .meta({ id: 'PastLockAnswer' }) satisfies z.ZodType<PastLockAnswer>;
