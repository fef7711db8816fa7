import { z } from 'zod';
import { epochMs, figure } from '../leaves';
import { range } from './history';

/**
 * The lease that would have covered 999 of 1,000 holds of a family: the p99.9 plus a fifth. The p99.9 is of `holds` holds,
 * without `overstays` more that overstayed, from histograms with an error of at most `error`.
 */
const LeaseAdvice = z
  .object({
    holds: z.int().meta({ description: 'Holds of the family that ended within the range: n.' }),
    overstays: z.int().meta({ description: 'Holds that overstayed: left out of it.' }),
    /** With fewer holds `p999Ms` and `leaseMs` are null. */
    needed: z.int().meta({ description: 'With fewer holds nothing is advised.' }),
    p999Ms: figure,
    leaseMs: figure.meta({ description: 'The p99.9 and a fifth more; null = too few holds.' }),
    atLeast: z.boolean().meta({ description: 'Some were cut short, so that it can only be more.' }),
    error: z.number().meta({ description: 'Greatest error of the p99.9, as a share.' }),
  })
  .meta({ id: 'LeaseAdvice' });
export type LeaseAdvice = z.infer<typeof LeaseAdvice>;

/** One family's holds that are proven to have expired while they were held (`expired-while-held.ts`). */
export const LedgerRow = z
  .object({
    target: z.string(),
    family: z.string(),
    expired: z.int().meta({ description: 'Holds that are proven to have expired while they were held.' }),
    cameBack: z.int().meta({ description: 'Of these, whose holder showed itself after the deadline.' }),
    livedOn: z.int().meta({ description: 'Of these, whose process was seen to live after it.' }),
    /** Number of locks and of holders of these holds. */
    locks: z.int(),
    holders: z.int(),
    /** The latest of these holds. */
    last: z.object({ atMs: epochMs, lock: z.string(), key: z.string(), holder: z.string().nullable() }),
    /** Longest lease of these holds, ms; null = none was seen. */
    leaseMs: figure,
    /** By how much the lease was too short, for holders that came back; null = none did. */
    overrun: z.object({ p50Ms: z.number(), maxMs: z.number(), known: z.int() }).nullable(),
    /** For the whole family within the range, whatever part of it the query asked for. */
    advice: LeaseAdvice,
  })
  .meta({ id: 'LedgerRow' });
export type LedgerRow = z.infer<typeof LedgerRow>;

/** Families with the most proven holds first. `holds` = sum over all rows, shown or not. */
export const Ledger = z
  .object({ ...range, rows: z.array(LedgerRow), matched: z.int(), holds: z.int(), nowMs: epochMs })
  .meta({ id: 'Ledger' });
export type Ledger = z.infer<typeof Ledger>;
