import type { Renewal } from '../../contract/lock';
import type { LockFacts } from './lock-facts';

/** Below this number of holds a family has no p99: it would be the longest hold. */
export const ENOUGH_HOLDS = 100;
/** A hold overstays from this multiple of the p99. */
const OVERSTAY_TIMES = 3;
/** With fewer renewals seen, a holder may be renewing for the first time, in long work. */
export const OVERSTAY_RENEWALS = 5;

type Held = Pick<LockFacts, 'since' | 'firstSeenMs' | 'usual' | 'reading'>;

/** When the hold overstays unless it ends, epoch ms; null = cannot be judged, as with too few holds of its family. */
export function overstaysFromMs(facts: Held, { count }: Pick<Renewal, 'count'>): number | null {
  const { usual, reading } = facts;
  if (!usual || usual.count < ENOUGH_HOLDS) return null;
  if (reading.holders.length !== 1 || count < OVERSTAY_RENEWALS) return null;
  return heldSinceMs(facts) + OVERSTAY_TIMES * usual.p99Ms;
}

/** Since when the lock is certainly held: a token made before its holder began to wait gives no start. */
export function heldSinceMs({ since, firstSeenMs }: Held): number {
  return since && !since.atMost ? since.atMs : firstSeenMs;
}
