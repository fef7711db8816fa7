import type { LeaseAdvice } from '../../contract/ledger';
import { ENOUGH_HOLDS } from './overstay';

/** Holds of a family that ended within a range, without those that overstayed, and what they took. */
export type FamilyHolds = {
  count: number;
  /** Left out of it. */
  overstays: number;
  /** How many did not end by themselves, and it is not known how long they would have lasted. */
  cut: number;
  /** Time that 99 of 100 did not exceed, ms; null = there are none. */
  p99Ms: number | null;
  /** The first moment that it tells of, epoch ms; null = none. */
  fromMs: number | null;
};

/** Room above the p99. */
const ROOM = 1.2;

/** Pure. */
export function leaseAdvice({ count, overstays, cut, p99Ms }: FamilyHolds, error: number): LeaseAdvice {
  const isEnough = count >= ENOUGH_HOLDS && p99Ms !== null;
  return {
    ...{ holds: count, overstays, needed: ENOUGH_HOLDS, error },
    p99Ms: isEnough ? Math.round(p99Ms) : null,
    leaseMs: isEnough ? roundedUp(p99Ms * ROOM) : null,
    atLeast: isEnough && cut > 0,
  };
}

/** Two figures, never less. */
function roundedUp(ms: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ms))) - 1);
  return Math.ceil(ms / step) * step;
}
