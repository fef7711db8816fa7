import { z } from 'zod';
import {
  type EvidenceCode,
  type FindingCode,
  HOLDER_VERDICTS,
  LOCK_KINDS,
  LOCK_STATES,
  type Lock,
} from '../domain/lock';
import type { LockEvent } from '../domain/lock-event';
import { NODE_EVIDENCE, NODE_FINDINGS } from '../domain/node-finding';
import type { ReasonCode } from '../domain/reason';
import type { Counted } from '../domain/values/counted';
import { offeredActions } from './answers-offered';

/** Shapes of locks as the OpenAPI document describes them; the compiler holds them to the types they describe. */

export const displayText = z
  .object({
    text: z
      .string()
      .meta({ description: 'For a screen: control and foreign bytes are escaped, the end may be cut.' }),
    exact: z.boolean().meta({ description: 'Whether `text` is the complete value.' }),
    byteLength: z.int(),
  })
  .meta({ id: 'DisplayText' });

export const epochMs = z.number().meta({ description: 'Epoch ms on the clock of the console.' });
export const ttlMs = z
  .union([z.number(), z.literal('none')])
  .meta({ id: 'TtlMs', description: 'Milliseconds that Redis says are left; "none" = never expires.' });
/** A number, or null where it cannot be known. */
export const counted = z.int().nullable() as unknown as z.ZodType<Counted>;
export const values = z.record(z.string(), z.union([z.string(), z.number()]));

export const known = z
  .object({ by: z.enum(['event', 'scan', 'read', 'client', 'inferred']), atMs: epochMs })
  .meta({ id: 'Known', description: 'How and when a figure became known.' });

const EVIDENCE = [
  'holder-known',
  'holder-unknown',
  'heartbeat',
  'heartbeat-late',
  'heartbeat-gone',
  'heartbeat-ended',
  'heartbeat-lapsed',
  'heartbeat-missing',
  'heartbeat-denied',
  'heartbeat-unreadable',
  'renewed',
  'renewal-late',
  'below-floor',
  'never-renewed',
  'ttl-fell',
  'no-ttl',
  'value-deadline',
  'value-deadline-passed',
  'waiters',
  'no-waiters',
  'waiters-unknown',
  'own-lease-over',
  'overstayed',
  'reader-without-hold',
  'read-as-now',
  'read-as-before',
  'key-beside',
  'dead-waiter',
  'fencing-back',
  'waits-for',
  'votes',
  'not-on-nodes',
  'validity-left',
  'write-under-way-unknown',
  'node-silent',
  'node-never-answered',
  'unread',
  ...NODE_EVIDENCE,
] as const satisfies EvidenceCode[];

const REASONS = [
  'none',
  'holder-gone',
  'no-ttl',
  'renewal-late',
  'renewal-missed',
  'expired-by-value',
  'key-collision',
  'dead-waiter-blocks',
  'overstaying',
  'zombie-reader',
  'deadlock',
  'wait-cycle',
  'waiting',
  'votes',
  'split',
  'due',
  'denied',
  'node-silent',
  'unread',
  'lapsed',
  'released',
] as const satisfies ReasonCode[];

export const FINDINGS = [
  'holder-gone',
  'no-ttl',
  'identifies-nobody',
  'renewal-late',
  'renewal-missed',
  'waiters-behind-late-holder',
  'expired-by-value',
  'lapses-with-waiters',
  'key-collision',
  'minority',
  'split-votes',
  'votes-missing',
  'dead-waiter-blocks',
  'fencing-went-back',
  'overstaying',
  'zombie-reader',
  'deadlock',
  'wait-cycle',
  'node-silent',
  ...NODE_FINDINGS,
] as const satisfies FindingCode[];

export const evidence = z
  .object({
    code: z.enum(EVIDENCE),
    values,
    tone: z.enum(['neutral', 'good', 'contended', 'at-risk', 'lost', 'unknown']),
    known: known.nullable(),
  })
  .meta({ id: 'Evidence' });

export const finding = z
  .object({
    code: z.enum(FINDINGS),
    severity: z.enum(['lost', 'at-risk', 'contended', 'info']),
    sinceMs: epochMs,
    evidence: z.array(evidence),
  })
  .meta({ id: 'Finding' });

const count = z.number().nullable();
const formatRef = z.object({ id: z.string(), library: z.string() });
const since = z.object({ atMs: epochMs, atLeast: z.boolean(), atMost: z.boolean().optional(), known });

const heartbeat = z
  .object({
    record: z.enum(['present', 'absent', 'deleted', 'lapsed', 'denied', 'unreadable']),
    lastMs: epochMs.nullable(),
    beatMs: z.number().nullable(),
    sinceMs: epochMs,
    known,
  })
  .meta({
    id: 'Heartbeat',
    description:
      'Heartbeat record of a process as last read. absent = none was ever seen, which tells nothing.',
  });

const process = z
  .object({
    host: z.string().nullable(),
    pid: z.number().nullable(),
    instance: z.string().nullable(),
    app: z.string().nullable(),
    label: z.string().nullable(),
    startMs: z.number().nullable().meta({ description: 'Epoch ms on the clock of that process.' }),
    heartbeat: heartbeat.nullable(),
  })
  .meta({ id: 'Process', description: 'What a token and a heartbeat record say; null = not known.' });

export const holder = z
  .object({
    token: displayText,
    tokenUnique: z.boolean(),
    tokenReused: z
      .boolean()
      .optional()
      .meta({ description: 'The token names a holder, such as a thread: its next hold has the same.' }),
    tokenPerHold: z.boolean().optional().meta({
      description: 'Its library draws another token for every acquisition: the same on two keys is one hold.',
    }),
    label: z.string().nullable(),
    mode: z.enum(['exclusive', 'read', 'write']),
    holdCount: z.number().nullable(),
    since: since.nullable(),
    ttlMs: ttlMs.nullable(),
    process: process.nullable(),
    verdict: z.enum(HOLDER_VERDICTS),
  })
  .meta({ id: 'Holder' });

export const lock = z
  .object({
    id: z.string(),
    target: z.string(),
    db: z.int(),
    node: z.string(),
    key: displayText,
    kind: z.enum(LOCK_KINDS),
    format: formatRef.extend({
      language: z.string(),
      confidence: z.enum(['certain', 'likely', 'possible']),
      alternatives: z.array(formatRef),
      hint: formatRef.nullable().meta({
        description: 'The one alternative whose scripts are on the server, which made it likely.',
      }),
    }),
    possible: z.literal(true).optional().meta({
      description: 'It may be no lock: listed apart, its value masked, without findings. Absent = false.',
    }),
    state: z.enum(LOCK_STATES),
    reason: z.object({ code: z.enum(REASONS), values }),
    holders: z.array(holder),
    ttlMs: ttlMs.nullable(),
    expiresAtMs: z.union([z.number(), z.literal('none')]).nullable(),
    leaseMs: z.number().nullable(),
    valueDeadlineMs: z.number().nullable(),
    waiters: z.object({ count: counted, known: known.nullable() }),
    waiterSeconds: z.number().nullable(),
    fencingToken: z.string().nullable(),
    permits: z
      .object({ available: count, held: count, expired: count })
      .nullable()
      .meta({ description: 'Of a semaphore or a latch; null = the lock is none.' }),
    ghosts: count.meta({ description: 'Waiters in a queue that lost their turn; null = there is no queue.' }),
    votes: z
      .array(
        z.object({
          node: z.string(),
          vote: z.enum(['yes', 'no', 'unread', 'other']).meta({
            description:
              'yes = the holder that is shown has it there, other = somebody else has, no = nobody has, unread = the node does not answer.',
          }),
          ttlMs: ttlMs.nullable(),
          token: displayText
            .nullable()
            .meta({ description: 'Who has it there; null = nobody, or it was not read.' }),
          readAtMs: epochMs.nullable().meta({ description: 'null = never read.' }),
        }),
      )
      .nullable()
      .meta({ description: 'What each node of a Redlock group says; null = the lock is of no group.' }),
    renewal: z.object({
      count: z.number(),
      lastAtMs: z.number().nullable(),
      periodMs: z.number().nullable(),
      lateBy: z.number().nullable(),
    }),
    findings: z.array(finding),
    actions: offeredActions,
    known,
    confirmed: known,
  })
  .meta({
    id: 'Lock',
    description: 'null = cannot be known; 0 and [] = known to be none.',
  }) satisfies z.ZodType<Lock>;

export const lockEvent = z
  .object({
    seq: z.int(),
    atMs: epochMs,
    id: z.string(),
    target: z.string(),
    key: z.string(),
    kind: z.enum([
      'acquired',
      'reentered',
      'renewed',
      'released',
      'partly-released',
      'expired',
      'lost',
      'taken-over',
      'extended',
      'force-released',
      'waiters-changed',
      'first-seen',
      'late',
      'holder-gone',
      'holder-back',
    ]),
    by: z.enum(['event', 'scan', 'read', 'client', 'inferred']),
    holder: z.string().nullable(),
    values,
  })
  .meta({ id: 'LockEvent' }) satisfies z.ZodType<LockEvent>;
