import { z } from 'zod';
import { countOrUnknown, epochMs, figure, share } from '../leaves';
import { Coverage } from '../nodes';
import { range } from './history';

/**
 * Why the figures of a family are not known. `unwatched` = nobody watched its target in the range; `uncounted` = its format
 * stores no waiters; `pending` = it is locked now, and nothing of it is written yet.
 */
const FIGURE_GAPS = ['unwatched', 'uncounted', 'pending'] as const;
export type FigureGap = (typeof FIGURE_GAPS)[number];

const times = z.object({ p95: z.number(), count: z.int() });
const ofEnded = { description: 'ms, and how many ended in the range; null = none did.' };

/** How many took how long: the bar `i` is of times from `fromMs` × `factor`^i to less than `factor` times that. */
const TimeBars = z.object({ fromMs: z.number(), factor: z.number(), counts: z.array(z.int()) });
export type TimeBars = z.infer<typeof TimeBars>;

/** Leases of the newest holds of a family's newest locks; null = none was seen. */
const FamilyLease = z
  .object({
    /** Shortest and longest, ms; null = every one of these holds has no end. */
    minMs: figure,
    maxMs: figure,
    noTtl: z.boolean().meta({ description: 'Some of these holds have no TTL.' }),
  })
  .nullable();
export type FamilyLease = z.infer<typeof FamilyLease>;

/** One family in a range. Figures are sums of whole buckets and lower bounds, as those of /api/history/series. */
export const FamilyReportRow = z
  .object({
    target: z.string(),
    family: z.string(),
    libraries: z.array(z.string()),
    locks: z.int().nullable().meta({ description: 'Locks known now; null = its target does not answer.' }),
    waiting: countOrUnknown.meta({ description: 'Waiters now, of the locks whose waiters can be counted.' }),
    covered: share.meta({ description: 'Share of the range in which its target was watched.' }),
    gap: z.enum(FIGURE_GAPS).nullable().meta({
      description: '`unwatched`, `pending`: no figure is known. `uncounted`: those of waiting are not.',
    }),
    waiterSeconds: figure.meta({ description: 'Contention debt: waiters × time.' }),
    /** Of `waiterSeconds`, by `startsMs`. */
    points: z.array(figure),
    wait: times.nullable().meta(ofEnded),
    /** Longest wait of the range, ms, whether it has ended or not; null = nobody waited, or it cannot be known. */
    longestWaitMs: figure,
    hold: times.extend({ bars: TimeBars }).nullable().meta(ofEnded),
    lease: FamilyLease,
    renewed: z.boolean().meta({ description: 'Some holds were renewed.' }),
    acquisitions: figure,
    perSecond: figure.meta({ description: 'Acquisitions a second of the time watched.' }),
    expired: figure.meta({ description: 'Holds that are proven to have expired while they were held.' }),
  })
  .meta({ id: 'FamilyReportRow' });
export type FamilyReportRow = z.infer<typeof FamilyReportRow>;

/** The families of a range, the one with the most contention debt first and those of unknown debt last. */
export const FamilyReport = z
  .object({
    ...range,
    /** Whole points of debt: the first may begin before the range. */
    pointMs: z.int(),
    startsMs: z.array(epochMs),
    rows: z.array(FamilyReportRow),
    /** Families with anything in the range, shown or not. */
    matched: z.int(),
    waiterSeconds: figure.meta({ description: 'Of all of them; null = none is known.' }),
    covered: share,
    percentileError: z.number().meta({ description: 'Largest error of percentiles, as a share.' }),
    coverage: Coverage,
    nowMs: epochMs,
  })
  .meta({ id: 'FamilyReport' });
export type FamilyReport = z.infer<typeof FamilyReport>;
