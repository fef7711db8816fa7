import type { Renewal } from '../../contract/lock';
import type { LockFacts } from './lock-facts';

/** With fewer holds a family has no p99: the longest of them would be it. */
export const ENOUGH_HOLDS = 100;
/** From how many times the p99 on a hold overstays. */
export const OVERSTAY_TIMES = 3;
/** A holder that was seen to renew less often may do so for the first time in long work. */
export const OVERSTAY_RENEWALS = 5;

type Held = Pick<LockFacts, 'since' | 'firstSeenMs' | 'usual' | 'reading'>;

/** From when on the hold overstays unless it ends, epoch ms; null = nothing tells, as with too few holds of its family. */
export function overstaysFromMs(facts: Held, { count }: Pick<Renewal, 'count'>): number | null {
  const { usual, reading } = facts;
  if (!usual || usual.count < ENOUGH_HOLDS) return null;
  if (reading.holders.length !== 1 || count < OVERSTAY_RENEWALS) return null;
  return heldSinceMs(facts) + OVERSTAY_TIMES * usual.p99Ms;
}

/** Since when it is held for certain: a token that was made before its holder began to wait says nothing of that. */
export function heldSinceMs({ since, firstSeenMs }: Held): number {
  return since && !since.atMost ? since.atMs : firstSeenMs;
}
