import { z } from 'zod';
import { HISTORY_EVENT_KINDS, LOCK_EVENTS, LOCK_KINDS, LOCK_STATES } from '../codes';
import { WaitGraph } from '../graph';
import { countOrUnknown, epochMs, figure, interval, values } from '../leaves';

const kind = z.enum(LOCK_KINDS).nullable();

/** One hold of a lock. */
const OwnershipSpan = z
  .object({
    id: z.int(),
    lock: z.string(),
    key: z.string(),
    holder: z.string().nullable(),
    /** Widest name of the holder (`holder-ref.ts`): spans with the same name share a lane. */
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
  .meta({ id: 'OwnershipSpan', description: 'Somebody had a lock.' });
export type OwnershipSpan = z.infer<typeof OwnershipSpan>;

/** Many short holds of one holder, drawn as one block when zoomed out. */
const SpanBlock = z
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
export type SpanBlock = z.infer<typeof SpanBlock>;

/** A mark on a chart: an event, or a user's note. */
export const HistoryMark = z
  .object({
    id: z.string(),
    atMs: epochMs,
    untilMs: epochMs.nullable(),
    kind: z.enum([...LOCK_EVENTS, ...HISTORY_EVENT_KINDS, 'deploy', 'note']),
    title: z.string(),
    text: z.string(),
    url: z.string().nullable(),
    target: z.string().nullable(),
    lock: z.string().nullable(),
    node: z.string().nullable(),
    holder: z.string().nullable(),
    values,
  })
  .meta({ id: 'HistoryMark' });
export type HistoryMark = z.infer<typeof HistoryMark>;

/** The holders of one lock or family over time, or the locks of one holder. */
export const Timeline = z
  .object({
    fromMs: epochMs,
    toMs: epochMs,
    lanesBy: z.enum(['holder', 'lock']),
    locks: z.array(z.object({ id: z.string(), key: z.string(), kind, library: z.string().nullable() })),
    spans: z.array(OwnershipSpan),
    /** The shortest spans. */
    blocks: z.array(SpanBlock).meta({
      description: 'Of more holds than asked for: the others, by lane and slice of time.',
    }),
    /** For one lock: changes of its number of waiters; the first may precede the range. */
    waiting: z.array(z.object({ atMs: epochMs, waiters: figure })),
    marks: z.array(HistoryMark),
    gaps: z.array(interval),
    /** Number of matching spans, which `spans` and `blocks` cover. */
    matched: z.int(),
    /** End of the time for which detail was dropped or pruned, so that earlier holds may be missing; null = complete. */
    incompleteBeforeMs: epochMs.nullable(),
    nowMs: epochMs,
  })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof Timeline>;

/** A past state of a lock. null = not stored. */
export const PastLock = z
  .object({
    id: z.string(),
    target: z.string(),
    key: z.string(),
    kind,
    format: z.object({ id: z.string(), library: z.string() }).nullable(),
    state: z.enum(LOCK_STATES),
    spans: z.array(OwnershipSpan),
    waiters: countOrUnknown,
    /** Age of the hold, ms. */
    ageMs: figure,
    /** Longest time that its lease, as last renewed, could last from then, ms. */
    leaseMs: figure,
    findings: z.array(z.object({ code: z.string(), severity: z.string(), sinceMs: epochMs })),
  })
  .meta({ id: 'PastLock' });
export type PastLock = z.infer<typeof PastLock>;

/** All locks at one past moment. */
export const PastMoment = z
  .object({
    atMs: epochMs,
    unwatched: z.array(z.string()).meta({ description: 'Targets that nobody watched then.' }),
    locks: z.array(PastLock),
    matched: z.int(),
    counts: z
      .object({ held: countOrUnknown, waiting: countOrUnknown, findings: z.int() })
      .meta({ description: 'Held and waiting: null = nothing was watched then.' }),
    graph: WaitGraph.nullable(),
    nowMs: epochMs,
  })
  .meta({ id: 'PastMoment' });
export type PastMoment = z.infer<typeof PastMoment>;

/** One lock at a past moment. `watched` = whether its target was watched then; if not, nothing is known of the lock. */
export const PastLockAnswer = z
  .object({ atMs: epochMs, lock: PastLock, watched: z.boolean(), nowMs: epochMs })
  .meta({ id: 'PastLockAnswer' });
export type PastLockAnswer = z.infer<typeof PastLockAnswer>;
