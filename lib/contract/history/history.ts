import { z } from 'zod';
import { epochMs, figure, interval, share } from '../leaves';
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
  /** The average × the time = contention debt, in waiter-seconds. */
  waiting: figure.meta({ description: 'Waiters on average.' }),
  waitingMax: figure,
  /** Longest wait within the point, ms, whether it has ended or not; null = none, or it cannot be known. */
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

/** Certainty of a figure: exact, a lower bound (short holds between two reads are missed), or estimated. */
const certainty = z.enum(['exact', 'at-least', 'estimated']);

export const HistorySeries = z
  .object({
    scope,
    ...range,
    pointMs: z.int(),
    points: z.array(HistoryPoint),
    /** Over the whole range. `busyShare` of one lock: share of the watched time that it was held; null for several. */
    total: figures.extend({ busyShare: share.nullable() }),
    /** Longest lease seen in the range, ms, for one lock or family; null = none or several. */
    leaseMs: figure,
    certainty: z.object({ counts: certainty, wait: certainty, waiting: certainty }),
    /** Largest error of percentiles, as a share. */
    percentileError: z.number(),
    gaps: z.array(interval).meta({ description: 'Times nobody watched.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'HistorySeries' });
export type HistorySeries = z.infer<typeof HistorySeries>;

/** Contention debt: waiter-seconds per point, of the locks with the most over the range, and of all others together. */
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

/** Remaining time of held locks, per point, as last seen in it. */
export const HorizonSeries = z
  .object({
    ...range,
    pointMs: z.int(),
    points: z.array(z.object({ startMs: epochMs, counts: counts.nullable() })),
    nowMs: epochMs,
  })
  .meta({ id: 'HorizonSeries' });
export type HorizonSeries = z.infer<typeof HorizonSeries>;

/** Marks of a range, earliest first; `more` = earlier ones were left out. */
export const Marks = z
  .object({ ...range, marks: z.array(HistoryMark), more: z.boolean(), nowMs: epochMs })
  .meta({ id: 'Marks' });
export type Marks = z.infer<typeof Marks>;

/** Status of the history store. */
export const HistoryStatus = z
  .object({
    kind: z.enum(['sqlite', 'postgres', 'memory']),
    place: z.string().nullable().meta({
      description: 'Path or address, without user and password; null = for whoever may see the settings.',
    }),
    /** Since when and why it cannot write or read, in one sentence; null = no problem. */
    problem: z.object({ sinceMs: epochMs, message: z.string() }).nullable(),
    bytes: figure,
    /** Oldest moment that each kind of detail goes back to; null = nothing is stored yet. */
    reaches: z.object({
      spans: epochMs.nullable(),
      events: epochMs.nullable(),
      tiers: z.array(z.object({ tierMs: z.int(), fromMs: epochMs.nullable() })),
    }),
    retention: z.array(z.object({ what: z.string(), days: z.number() })),
    maxBytes: figure,
    /** Batches waiting to be written. */
    queued: z.int(),
    /** Rows dropped since the start because there were too many. */
    dropped: z.object({ spans: z.int(), waits: z.int(), events: z.int(), rollups: z.int() }),
    writtenAtMs: epochMs.nullable(),
  })
  .meta({ id: 'HistoryStatus' });
export type HistoryStatus = z.infer<typeof HistoryStatus>;
