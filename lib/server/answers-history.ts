import { z } from 'zod';
import { mark, pastLock, timelineAnswer } from '../contract/past';
import type {
  AnnotationResult,
  DebtSeries,
  HandoverPack,
  HistorySeries,
  HistoryStatus,
  HorizonSeries,
  Marks,
} from '../domain/history';
import type { Ledger } from '../domain/ledger';
import type { LeaseAdvice } from '../domain/locks/lease-advice';
import { epochMs, lock, lockEvent } from './answers-lock';

const share = z.number().min(0).max(1);
const figure = z.number().nullable();
const interval = z.object({ fromMs: epochMs, toMs: epochMs });
const range = { fromMs: epochMs, toMs: epochMs };
const scope = z.object({
  target: z.string().nullable(),
  family: z.string().nullable(),
  lock: z.string().nullable(),
});

const percentiles = z
  .object({ p50: z.number(), p95: z.number(), p99: z.number(), count: z.int() })
  .nullable()
  .meta({ description: 'ms; null = nothing of the kind ended in it.' });

const figures = z.object({
  covered: share.meta({ description: 'Share of the time of which the figures tell.' }),
  held: figure.meta({ description: 'Locks held on average.' }),
  heldMax: figure,
  waiting: figure.meta({ description: 'Waiters on average.' }),
  waitingMax: figure,
  longestWaitMs: figure,
  waiterSeconds: figure,
  acquisitions: figure,
  releases: figure,
  lapses: figure,
  lost: figure,
  forced: figure,
  takenOver: figure,
  renewals: figure,
  hold: percentiles,
  wait: percentiles,
  gap: percentiles,
});
const point = figures
  .extend({ startMs: epochMs, partial: z.boolean().meta({ description: 'It still runs.' }) })
  .meta({
    id: 'HistoryPoint',
    description: 'null = nobody watched, or it cannot be known; never 0 for that.',
  });

const certainty = z.enum(['exact', 'at-least', 'estimated']);

export const seriesAnswer = z
  .object({
    scope,
    ...range,
    pointMs: z.int(),
    points: z.array(point),
    total: figures.extend({ busyShare: share.nullable() }),
    leaseMs: figure,
    certainty: z.object({ counts: certainty, wait: certainty, waiting: certainty }),
    percentileError: z.number(),
    gaps: z.array(interval).meta({ description: 'Times nobody watched.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'HistorySeries' }) satisfies z.ZodType<HistorySeries>;

export const debtAnswer = z
  .object({
    ...range,
    pointMs: z.int(),
    startsMs: z.array(epochMs),
    locks: z.array(
      z.object({
        id: z.string(),
        key: z.string(),
        family: z.string(),
        waiterSeconds: z.number(),
        points: z.array(figure),
      }),
    ),
    others: z.array(figure),
    nowMs: epochMs,
  })
  .meta({ id: 'DebtSeries' }) satisfies z.ZodType<DebtSeries>;

const counts = z.object({
  within10s: z.number(),
  within1m: z.number(),
  within10m: z.number(),
  within1h: z.number(),
  later: z.number(),
  never: z.number(),
});

export const horizonAnswer = z
  .object({
    ...range,
    pointMs: z.int(),
    points: z.array(z.object({ startMs: epochMs, counts: counts.nullable() })),
    nowMs: epochMs,
  })
  .meta({ id: 'HorizonSeries' }) satisfies z.ZodType<HorizonSeries>;

export const marksAnswer = z
  .object({ ...range, marks: z.array(mark), more: z.boolean(), nowMs: epochMs })
  .meta({ id: 'Marks' }) satisfies z.ZodType<Marks>;

const leaseAdvice = z
  .object({
    holds: z.int().meta({ description: 'Holds of the family that ended within the range: n.' }),
    overstays: z.int().meta({ description: 'Holds that overstayed: left out of it.' }),
    needed: z.int().meta({ description: 'With fewer holds nothing is advised.' }),
    p99Ms: figure,
    leaseMs: figure.meta({ description: 'The p99 and a fifth more; null = too few holds.' }),
    atLeast: z.boolean().meta({ description: 'Some were cut short, so that it can only be more.' }),
    error: z.number().meta({ description: 'Greatest error of the p99, as a share.' }),
  })
  .meta({ id: 'LeaseAdvice' }) satisfies z.ZodType<LeaseAdvice>;

const ledgerRow = z
  .object({
    target: z.string(),
    family: z.string(),
    expired: z.int().meta({ description: 'Holds that are proven to have expired while they were held.' }),
    cameBack: z.int().meta({ description: 'Of these, whose holder showed itself after the deadline.' }),
    livedOn: z.int().meta({ description: 'Of these, whose process was seen to live after it.' }),
    locks: z.int(),
    holders: z.int(),
    last: z.object({ atMs: epochMs, lock: z.string(), key: z.string(), holder: z.string().nullable() }),
    leaseMs: figure,
    overrun: z.object({ p50Ms: z.number(), maxMs: z.number(), known: z.int() }).nullable(),
    advice: leaseAdvice,
  })
  .meta({ id: 'LedgerRow' });

export const ledgerAnswer = z
  .object({ ...range, rows: z.array(ledgerRow), matched: z.int(), holds: z.int(), nowMs: epochMs })
  .meta({ id: 'Ledger' }) satisfies z.ZodType<Ledger>;

export const statusAnswer = z
  .object({
    kind: z.enum(['sqlite', 'postgres', 'memory']),
    place: z.string(),
    problem: z.object({ sinceMs: epochMs, message: z.string() }).nullable(),
    bytes: figure,
    reaches: z.object({
      spans: epochMs.nullable(),
      events: epochMs.nullable(),
      tiers: z.array(z.object({ tierMs: z.int(), fromMs: epochMs.nullable() })),
    }),
    retention: z.array(z.object({ what: z.string(), days: z.number() })),
    maxBytes: figure,
    queued: z.int(),
    dropped: z.object({ spans: z.int(), waits: z.int(), events: z.int(), rollups: z.int() }),
    writtenAtMs: epochMs.nullable(),
  })
  .meta({ id: 'HistoryStatus' }) satisfies z.ZodType<HistoryStatus>;

export const handoverAnswer = z
  .object({
    title: z.string(),
    scope,
    ...range,
    lock: lock.nullable(),
    atEnd: pastLock.nullable(),
    timeline: timelineAnswer,
    series: seriesAnswer,
    ledger: z.array(ledgerRow),
    events: z.array(z.union([mark, lockEvent])),
    findings: z.array(
      z.object({
        code: z.string(),
        severity: z.string(),
        sinceMs: epochMs,
        untilMs: epochMs.nullable(),
        key: z.string().nullable(),
      }),
    ),
    actions: z.array(
      z.object({
        atMs: epochMs,
        actor: z.string(),
        action: z.string(),
        key: z.string(),
        reason: z.string(),
        outcome: z.string(),
      }),
    ),
    masked: z.string().nullable(),
    nowMs: epochMs,
  })
  .meta({ id: 'HandoverPack' }) satisfies z.ZodType<HandoverPack>;

export const annotationResult = z
  .object({ mark, nowMs: epochMs })
  .meta({ id: 'AnnotationResult' }) satisfies z.ZodType<AnnotationResult>;
