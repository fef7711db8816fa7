import { z } from 'zod';
import { LOCK_ACTIONS } from './action-codes';
import { KNOWN_BY, LOCK_EVENTS, LOCK_KINDS, LOCK_STATES, REASONS } from './codes';
import { Finding } from './finding';
import { Holder } from './holder';
import { countOrUnknown, displayText, epochMs, figure, Known, TtlMs, values } from './leaves';

const FormatRef = z.object({ id: z.string(), library: z.string() });
export type FormatRef = z.infer<typeof FormatRef>;

const LockFormat = FormatRef.extend({
  language: z.string(),
  /**
   * `certain` needs proof in the bytes; `likely` = the shape fits, and no other format does; `possible` = one of
   * several.
   */
  confidence: z.enum(['certain', 'likely', 'possible']),
  /** Other formats the same bytes could be, best first. */
  alternatives: z.array(FormatRef),
  hint: FormatRef.nullable().meta({
    description: 'The one alternative whose scripts are on the server, which made it likely.',
  }),
});
export type LockFormat = z.infer<typeof LockFormat>;
export type Confidence = LockFormat['confidence'];

export const ActionNeeds = z.object({ setting: z.string(), pattern: z.string() }).meta({
  description: 'The setting that would allow an act, and the configured pattern that must have it.',
});
export type ActionNeeds = z.infer<typeof ActionNeeds>;

/** Actions that the format supports; `preview` explains why a supported action is off. */
const OfferedActions = z.object({
  release: z.boolean(),
  extend: z.boolean(),
  quarantine: z.boolean(),
  needs: ActionNeeds.optional(),
  takesMemory: z
    .array(z.enum(LOCK_ACTIONS))
    .readonly()
    .optional()
    .meta({ description: 'What a server whose memory is full may refuse.' }),
});

/** Why a lock is in its state, in three words; the message catalogue has the texts under `reason.<code>`. */
const Reason = z.object({ code: z.enum(REASONS), values });
export type Reason = z.infer<typeof Reason>;

/** `count` is unknown where the format stores no waiters in Redis, or they may not be read. */
const Waiters = z.object({ count: countOrUnknown, known: Known.nullable() });
export type Waiters = z.infer<typeof Waiters>;

/** null = cannot be known. `expired` = held past their lease; the next client to ask gets them. */
const Permits = z.object({ available: figure, held: figure, expired: figure });
export type Permits = z.infer<typeof Permits>;

/** The vote of one Redlock node on a lock. */
const Vote = z.object({
  node: z.string(),
  vote: z.enum(['yes', 'no', 'unread', 'other']).meta({
    description:
      'yes = the holder that is shown has it there, other = somebody else has, no = nobody has, unread = the node does not answer.',
  }),
  /** null = no holder there, or not read. */
  ttlMs: TtlMs.nullable(),
  token: displayText.nullable().meta({ description: 'Who has it there; null = nobody, or it was not read.' }),
  readAtMs: epochMs.nullable().meta({ description: 'null = never read.' }),
});
export type Vote = z.infer<typeof Vote>;

/** Renewals seen for the present holder. */
const Renewal = z.object({
  count: z.number(),
  lastAtMs: z.number().nullable(),
  /** null until two renewals or a lease and one renewal were seen. */
  periodMs: z.number().nullable(),
  longestMs: z.number().optional().meta({
    description:
      'The longest time between two of the last renewals, where it is longer than `periodMs`, which is usual for them.',
  }),
  /** Time since the last renewal divided by the period; null = no period known. */
  lateBy: z.number().nullable(),
  awaited: z.object({ sinceMs: epochMs, untilMs: epochMs }).optional().meta({
    description:
      'The period is not known and the holder may renew: since when its lease is known not to have been set anew, and until when a renewal has to come if it renews. Absent = none is awaited.',
  }),
});
export type Renewal = z.infer<typeof Renewal>;

/** A lock. Times are epoch ms on the console's clock. */
export const Lock = z
  .object({
    id: z.string(),
    target: z.string(),
    db: z.int(),
    node: z.string(),
    key: displayText,
    kind: z.enum(LOCK_KINDS),
    format: LockFormat,
    /** Its bytes prove nothing and no user confirmed it as a lock; every action asks for the typed key. */
    possible: z.literal(true).optional().meta({
      description: 'It may be no lock: listed apart, its value masked, without findings. Absent = false.',
    }),
    state: z.enum(LOCK_STATES),
    reason: Reason,
    holders: z.array(Holder),
    ttlMs: TtlMs.nullable(),
    /** When the key expires unless renewed; `'none'` = never; null = not read. */
    expiresAtMs: z.union([z.number(), z.literal('none')]).nullable(),
    /** Longest TTL seen for the present holder: the lease it asked for, as far as is known. */
    leaseMs: z.number().nullable(),
    /** Deadline of a lock that stores it in its value. */
    valueDeadlineMs: z.number().nullable(),
    waiters: Waiters,
    /** Waiters × seconds in the last 15 minutes; null = waiters cannot be counted. */
    waiterSeconds: z.number().nullable(),
    fencingToken: z.string().nullable(),
    permits: Permits.nullable().meta({ description: 'Of a semaphore or a latch; null = the lock is none.' }),
    ghosts: figure.meta({
      description: 'Waiters in a queue that lost their turn; null = there is no queue.',
    }),
    votes: z
      .array(Vote)
      .nullable()
      .meta({ description: 'What each node of a Redlock group says; null = the lock is of no group.' }),
    renewal: Renewal,
    findings: z.array(Finding),
    actions: OfferedActions,
    /** How and when its figures were read: `ttlMs`, its own and each holder's, is the time left at `known.atMs`. */
    known: Known,
    /** How and when it was last read: never before `known`, and unchanged since `known`. */
    confirmed: Known,
  })
  .meta({
    id: 'Lock',
    description: 'null = cannot be known; 0 and [] = known to be none.',
  });
export type Lock = z.infer<typeof Lock>;

/** An event of one lock. `values` feed the message catalogue under `event.<kind>`. */
export const LockEvent = z
  .object({
    /** Grows by one with each event of this console process. */
    seq: z.int(),
    atMs: epochMs,
    id: z.string(),
    target: z.string(),
    /** Key in display form. */
    key: z.string(),
    kind: z.enum(LOCK_EVENTS),
    by: z.enum(KNOWN_BY),
    /** Short form of the holder the event is about, if any. */
    holder: z.string().nullable(),
    values,
  })
  .meta({ id: 'LockEvent' });
export type LockEvent = z.infer<typeof LockEvent>;
