import type { LeaseAdvice } from '../../contract/history/ledger';
import { ENOUGH_HOLDS } from './overstay';

/** Durations of a family's holds that ended within a range, without those that overstayed. */
export type FamilyHolds = {
  count: number;
  /** Holds that overstayed, which the figures leave out. */
  overstays: number;
  /** Holds that did not end by themselves: how long they would have lasted is not known. Without those of dead holders. */
  cut: number;
  /** Holds whose holder died: how long they would have lasted says nothing, and the figures leave them out. */
  died: number;
  /** Duration that 99 of 100 holds did not exceed, ms; null = no holds. */
  p99Ms: number | null;
  /** The same of 999 of 1,000. */
  p999Ms: number | null;
  /** Start of the data, epoch ms; null = no data. */
  fromMs: number | null;
};

/** Margin above the p99.9. */
const ROOM = 1.2;

/** Advises a lease from the p99.9 of a family's holds. Pure. */
export function leaseAdvice({ count, overstays, cut, p999Ms }: FamilyHolds, error: number): LeaseAdvice {
  const isEnough = count >= ENOUGH_HOLDS && p999Ms !== null;
  return {
    ...{ holds: count, overstays, needed: ENOUGH_HOLDS, error },
    p999Ms: isEnough ? Math.round(p999Ms) : null,
    leaseMs: isEnough ? roundedUp(p999Ms * ROOM) : null,
    atLeast: isEnough && cut > 0,
  };
}

/** Rounds up to two significant digits. */
function roundedUp(ms: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ms))) - 1);
  return Math.ceil(ms / step) * step;
}
