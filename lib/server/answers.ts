import { z } from 'zod';
import { tally } from '../contract/tally';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '../domain/actions/audit';
import type {
  ApiError,
  AuditAnswer,
  LockDetail,
  LockList,
  NodesAnswer,
  Overview,
  Preview,
} from '../domain/api';
import { HAZARDS } from '../domain/hazard';
import { hold, refusal, requires } from './answers-act';
import { openFinding } from './answers-findings';
import {
  counted,
  displayText,
  epochMs,
  evidence,
  holder,
  known,
  lock,
  lockEvent,
  ttlMs,
  values,
} from './answers-lock';
import { lockOnReplica } from './answers-replica';
import { coverage, nodeStatus } from './answers-status';
import { seenSchema } from './requests';

const series = z.array(z.number().nullable()).meta({ description: 'One value a bucket; null = a gap.' });

export const lockList = z
  .object({
    locks: z.array(lock),
    matched: z.int(),
    total: z.int(),
    coverage,
    nextCursor: z.string().nullable(),
    version: z.int(),
    nowMs: epochMs,
  })
  .meta({ id: 'LockList' }) satisfies z.ZodType<LockList>;

const ttlSamples = z.array(z.object({ atMs: epochMs, ttlMs }));

export const lockDetail = z
  .object({
    lock,
    evidence: z.array(evidence),
    raw: z.object({
      type: z.string(),
      ttlMs,
      byteLength: z.int(),
      value: z.string().nullable(),
      fields: z.array(z.object({ field: z.string(), value: z.string() })).nullable(),
    }),
    channel: z.string().nullable(),
    queue: z
      .array(z.object({ token: displayText, deadlineMs: epochMs.nullable(), ghost: z.boolean() }))
      .nullable()
      .meta({ description: 'Who waits in the queue of the lock, the next first; null = none is read.' }),
    holderDigests: z
      .array(z.string())
      .meta({ description: 'SHA-256 of the tokens of the holders, in their order.' }),
    events: z.array(lockEvent),
    ttlSamples,
    nodeSamples: z
      .array(z.object({ node: z.string(), samples: ttlSamples }))
      .optional()
      .meta({
        description: 'Of a Redlock group the readings of each node: no two nodes have one deadline.',
      }),
    waitingSeries: series,
    contentionHint: z.object({ lastTryMs: epochMs, known }).nullable().meta({
      description:
        'Somebody else used the key at lastTryMs or later: tried to take the lock, or looked at it. Told of locks whose waiters cannot be counted; null = nobody is known to have.',
    }),
    alsoHolds: z.array(z.object({ id: z.string(), key: z.string() })),
    replicas: z.array(lockOnReplica).meta({ description: 'Which replicas have the key now.' }),
    unread: z.object({ code: z.string(), message: z.string() }).optional().meta({
      description: 'Redis could not be asked: all of this is as last known, and `raw` says nothing.',
    }),
    xray: z.boolean().optional(),
    nowMs: epochMs,
  })
  .meta({ id: 'LockDetail' }) satisfies z.ZodType<LockDetail>;

export const overview = z
  .object({
    counts: z.object({
      held: z.int(),
      waiting: counted,
      lost: z.int(),
      atRisk: z.int(),
      contended: z.int(),
      gone: z.int().meta({ description: 'Locks with a holder that is proven gone.' }),
    }),
    worst: z.array(z.object({ lock, waiting: series })),
    findings: z.array(openFinding).meta({ description: 'Without the silenced.' }),
    tally,
    silenced: z
      .object({
        lost: z.int(),
        atRisk: z.int(),
        gone: z.int(),
        nodes: z.int(),
        findings: z.int(),
        worst: z.array(z.string()),
      })
      .meta({
        description: 'What of `counts`, the nodes and `worst` needs nobody: all grave about it is silenced.',
      }),
    series: z.array(
      z.object({
        startMs: epochMs,
        held: z.number().nullable(),
        waiting: z.number().nullable(),
        partial: z.boolean(),
      }),
    ),
    bucketMs: z.int(),
    horizon: z.array(z.object({ upToMs: z.union([z.number(), z.enum(['later', 'never'])]), count: z.int() })),
    renewing: z.int(),
    nodes: z.array(nodeStatus),
    coverage,
    nowMs: epochMs,
  })
  .meta({ id: 'Overview' }) satisfies z.ZodType<Overview>;

export const nodesAnswer = z
  .object({
    nodes: z.array(nodeStatus),
    tallies: z.record(z.string(), tally).meta({ description: 'By the name of the target.' }),
    version: z.int().meta({ description: 'Version of the live stream that this is at least as new as.' }),
    startedAtMs: epochMs,
    nowMs: epochMs,
  })
  .meta({ id: 'NodesAnswer' }) satisfies z.ZodType<NodesAnswer>;

export const preview = z
  .object({
    lock,
    holder: holder.meta({ description: 'The one of the holders that this is about.' }),
    evidence: z.array(evidence),
    seen: seenSchema,
    consequences: z.array(
      z.object({
        code: z.enum([
          'two-will-run',
          'holder-may-wake',
          'waiters-race',
          'no-waiters',
          'waiters-unknown',
          'publishes',
          'publishes-nothing',
          'signals',
          'lease-becomes',
          'watchdog-resets',
          'holder-not-told',
          'write-not-stopped',
          'no-undo',
          'successor-indistinguishable',
          'next-hold-indistinguishable',
          'companions-untouched',
          'others-hold-on',
          'hold-stays',
          'hold-may-stay',
          ...HAZARDS,
        ]),
        happens: z.boolean(),
        values,
      }),
    ),
    allowed: z.boolean(),
    why: refusal.nullable(),
    requires,
    typedKey: z.string(),
    command: z.string(),
    hold: hold.optional(),
    nowMs: epochMs,
  })
  .meta({ id: 'Preview' }) satisfies z.ZodType<Preview>;

export const auditAnswer = z
  .object({
    entries: z.array(
      z
        .object({
          id: z.int(),
          atMs: epochMs,
          actor: z.string(),
          action: z.enum(AUDIT_ACTIONS),
          target: z.string(),
          lockId: z.string().nullable(),
          key: z.string(),
          holder: z.string().nullable(),
          reason: z.string(),
          outcome: z.enum(AUDIT_OUTCOMES),
          details: z.record(z.string(), z.unknown()),
        })
        .meta({ id: 'AuditEntry' }),
    ),
    more: z.boolean().meta({ description: 'Older entries match as well.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'AuditAnswer' }) satisfies z.ZodType<AuditAnswer>;

export const apiError = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'ApiError' }) satisfies z.ZodType<ApiError>;
