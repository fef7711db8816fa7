import { z } from 'zod';
import { epochMs, figure, interval, share } from './leaves';
import { HistoryMark } from './past';

export const range = interval.shape;

export const scope = z.object({
  target: z.string().nullable(),
  family: z.string().nullable(),
  lock: z.string().nullable(),
});

const Percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), count: z.int() });
export type Percentiles = z.infer<typeof Percentiles>;

const percentiles = Percentiles.nullable().meta({
  description: 'ms; null = nothing of the kind ended in it.',
});

const figures = z.object({
  covered: share.meta({ description: 'Share of the time of which the figures tell.' }),
  held: figure.meta({ description: 'Locks held on average.' }),
  heldMax: figure,
  /** The average × the time is the contention debt, in waiter-seconds. */
  waiting: figure.meta({ description: 'Waiters on average.' }),
  waitingMax: figure,
  /** Longest that somebody had waited in it, who still waits or not, ms; null = nobody waited, or it cannot be known. */
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

/** One point of every chart. */
const HistoryPoint = figures
  .extend({ startMs: epochMs, partial: z.boolean().meta({ description: 'It still runs.' }) })
  .meta({
    id: 'HistoryPoint',
    description: 'null = nobody watched, or it cannot be known; never 0 for that.',
  });
export type HistoryPoint = z.infer<typeof HistoryPoint>;

/** How sure a figure is: exact, at least that (short holds between two reads are missed), or estimated. */
const certainty = z.enum(['exact', 'at-least', 'estimated']);

export const HistorySeries = z
  .object({
    scope,
    ...range,
    pointMs: z.int(),
    points: z.array(HistoryPoint),
    /** Over the whole range. `busyShare` of one lock: part of the watched time that it was held; of several null. */
    total: figures.extend({ busyShare: share.nullable() }),
    /** Longest lease seen in the range, ms, of one lock or family; null = none or several. */
    leaseMs: figure,
    certainty: z.object({ counts: certainty, wait: certainty, waiting: certainty }),
    /** Greatest error of percentiles, as a share. */
    percentileError: z.number(),
    gaps: z.array(interval).meta({ description: 'Times nobody watched.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'HistorySeries' });
export type HistorySeries = z.infer<typeof HistorySeries>;

/** Contention debt: waiter-seconds by point, of the locks with the most over the range, and of all others. */
export const DebtSeries = z
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
  .meta({ id: 'DebtSeries' });
export type DebtSeries = z.infer<typeof DebtSeries>;

const counts = z.object({
  within10s: z.number(),
  within1m: z.number(),
  within10m: z.number(),
  within1h: z.number(),
  later: z.number(),
  never: z.number(),
});

/** How long held locks had left, by point, as last seen in it. */
export const HorizonSeries = z
  .object({
    ...range,
    pointMs: z.int(),
    points: z.array(z.object({ startMs: epochMs, counts: counts.nullable() })),
    nowMs: epochMs,
  })
  .meta({ id: 'HorizonSeries' });
export type HorizonSeries = z.infer<typeof HorizonSeries>;

/** Marks of a range, the earliest first; `more` = there were earlier ones than these. */
export const Marks = z
  .object({ ...range, marks: z.array(HistoryMark), more: z.boolean(), nowMs: epochMs })
  .meta({ id: 'Marks' });
export type Marks = z.infer<typeof Marks>;

/** What the store itself says. */
export const HistoryStatus = z
  .object({
    kind: z.enum(['sqlite', 'postgres', 'memory']),
    /** Without user and password. */
    place: z.string(),
    /** Since when it cannot write or read, and why, in one sentence; null = all is well. */
    problem: z.object({ sinceMs: epochMs, message: z.string() }).nullable(),
    bytes: figure,
    /** Oldest moment that each kind of detail reaches back to; null = nothing is kept yet. */
    reaches: z.object({
      spans: epochMs.nullable(),
      events: epochMs.nullable(),
      tiers: z.array(z.object({ tierMs: z.int(), fromMs: epochMs.nullable() })),
    }),
    retention: z.array(z.object({ what: z.string(), days: z.number() })),
    maxBytes: figure,
    /** Batches that wait to be written. */
    queued: z.int(),
    /** What was left out since the start because there were too many. */
    dropped: z.object({ spans: z.int(), waits: z.int(), events: z.int(), rollups: z.int() }),
    writtenAtMs: epochMs.nullable(),
  })
  .meta({ id: 'HistoryStatus' });
export type HistoryStatus = z.infer<typeof HistoryStatus>;
