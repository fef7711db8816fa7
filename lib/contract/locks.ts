import { z } from 'zod';
import { descByDefault, LOCK_MATCHES, LOCK_SORTS } from './codes';
import { Evidence } from './finding';
import { displayText, epochMs, figure, Known, TtlMs } from './leaves';
import { Lock, LockEvent } from './lock';
import { Coverage } from './nodes';
import { flagText, limitOf, target } from './queries';
import { LockOnReplica } from './replica';

export const listQuery = z
  .strictObject({
    q: z.string().max(2_000).default('').meta({
      description: 'Words and qualifiers: holder:x kind:y state:held ttl<5s waiters>3 age>10m, - negates.',
    }),
    target: target.optional(),
    sort: z.enum(LOCK_SORTS).default('harm'),
    desc: flagText
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
/** Filter and sort order of the lock list, as in the URL. */
export type LockFilter = z.output<typeof listQuery>['filter'];

export const searchQuery = z.strictObject({ q: z.string().max(10_000), limit: limitOf(20, 20) });

export const LockList = z
  .object({
    locks: z.array(Lock),
    /** Number of locks that match the filter. */
    matched: z.int(),
    /** Number of all known locks. */
    total: z.int(),
    coverage: Coverage,
    nextCursor: z.string().nullable(),
    /** The list is at least as new as this version of the live stream. */
    version: z.int(),
    nowMs: epochMs,
  })
  .meta({ id: 'LockList' });
export type LockList = z.infer<typeof LockList>;

export const SearchAnswer = LockList.extend({
  /** Of each of `locks`, in their order, by what the text names it. */
  matchedBy: z.array(z.enum(LOCK_MATCHES)),
}).meta({ id: 'SearchAnswer' });
export type SearchAnswer = z.infer<typeof SearchAnswer>;

const TtlSample = z.object({ atMs: epochMs, ttlMs: TtlMs });
export type TtlSample = z.infer<typeof TtlSample>;

/** TTL readings of one node of a group, oldest first. */
const NodeSamples = z.object({ node: z.string(), samples: z.array(TtlSample) });
export type NodeSamples = z.infer<typeof NodeSamples>;

/** A field and its value, a sorted-set member and its score, a list index and its item, or a set member and ''. */
const RawField = z.object({ field: z.string(), value: z.string() });
export type RawField = z.infer<typeof RawField>;

/**
 * A client other than this console used the key of a held lock at `lastTryMs` or later: it tried to acquire or read the
 * lock. Never a count.
 */
const ContentionHint = z.object({ lastTryMs: epochMs, known: Known });
export type ContentionHint = z.infer<typeof ContentionHint>;

/** One value per bucket. */
export const bucketValues = z.array(figure).meta({ description: 'One value a bucket; null = a gap.' });

export const LockDetail = z
  .object({
    lock: Lock,
    evidence: z.array(Evidence),
    /** The bytes of the reading, in display form. */
    raw: z.object({
      type: z.string(),
      ttlMs: TtlMs,
      byteLength: z.int(),
      value: z.string().nullable(),
      fields: z.array(RawField).nullable(),
    }),
    /** Release channel in display form; null = the format has none. */
    channel: z.string().nullable(),
    /** At most 50. `deadlineMs` = when a place expires unless its owner refreshes it, null = never. */
    queue: z
      .array(z.object({ token: displayText, deadlineMs: epochMs.nullable(), ghost: z.boolean() }))
      .nullable()
      .meta({ description: 'Who waits in the queue of the lock, the next first; null = none is read.' }),
    /** Previews identify a holder by its digest; '' = not read yet. */
    holderDigests: z
      .array(z.string())
      .meta({ description: 'SHA-256 of the tokens of the holders, in their order.' }),
    events: z.array(LockEvent),
    /** TTL readings of the present holder, oldest first, at most 120. */
    ttlSamples: z.array(TtlSample),
    /** Absent = the lock is not in a group. */
    nodeSamples: z.array(NodeSamples).optional().meta({
      description: 'Of a Redlock group the readings of each node: no two nodes have one deadline.',
    }),
    /** Waiter counts over the last 15 minutes, 10 s buckets. */
    waitingSeries: bucketValues,
    contentionHint: ContentionHint.nullable().meta({
      description:
        'Somebody else used the key at lastTryMs or later: tried to take the lock, or looked at it. Told of locks whose waiters cannot be counted; null = nobody is known to have.',
    }),
    alsoHolds: z.array(z.object({ id: z.string(), key: z.string() })),
    /** [] = none, or they are not known. */
    replicas: z.array(LockOnReplica).meta({ description: 'Which replicas have the key now.' }),
    unread: z.object({ code: z.string(), message: z.string() }).optional().meta({
      description: 'Redis could not be asked: all of this is as last known, and `raw` says nothing.',
    }),
    /** The target's settings allow X-rays; absent = they do not. */
    xray: z.boolean().optional(),
    nowMs: epochMs,
  })
  .meta({ id: 'LockDetail' });
export type LockDetail = z.infer<typeof LockDetail>;

/** Details in the body of a 404 on a lock: its last known state. */
export type LockGone = { lastKnown: Lock | null; events: LockEvent[] };
