import type { Evidence } from '../contract/finding';
import { waitersEvidence } from '../domain/holders/evidence';
import { isLate } from '../domain/holders/judge-renewal';
import type { LockFacts } from '../domain/locks/lock-facts';
import { isSome } from '../domain/values/counted';
import { found, type LockRule, notFound } from './core/lock-rule';

/** How far below the floor the TTL must be, as a share of the lease: timers run late, and reads take time. */
const FLOOR_SLACK = 0.05;

/**
 * The TTL is lower than a holder of this library ever lets it fall. `holder-gone` and `renewal-late` include this; after
 * the deadline the lock is due instead.
 */
export const renewalMissed: LockRule<'renewal-missed'> = {
  code: 'renewal-missed',
  severity: 'at-risk',
  detect({ facts, renewal, gone }, nowMs) {
    const { deadlineMs } = facts.reading;
    const floorMs = missedBelowMs(facts);
    if (floorMs === null || deadlineMs === 'none' || nowMs >= deadlineMs) return notFound();
    const sinceMs = deadlineMs - floorMs;
    if (nowMs <= sinceMs) return notFound(Math.floor(sinceMs) + 1);
    if (gone.length > 0 || isLate(renewal)) return notFound(deadlineMs);
    const { waiters } = facts;
    const evidence = [floorEvidence(facts, deadlineMs - nowMs)];
    if (isSome(waiters.count)) evidence.push(waitersEvidence(waiters));
    return found({ sinceMs, evidence }, deadlineMs);
  },
};

/**
 * The TTL below which a holder of a library that always renews has missed a renewal, ms; null = not known. It uses the
 * lease as seen: for a longer lease the floor would be higher.
 */
function missedBelowMs(facts: LockFacts): number | null {
  const { reading, healthyFloor, leaseMs } = facts;
  if (!healthyFloor?.always || leaseMs === null || reading.ttlMs === 'none') return null;
  if (reading.holders.length !== 1) return null;
  return Math.max(0, floorOf(facts) - FLOOR_SLACK * leaseMs);
}

function floorOf({ healthyFloor, leaseMs }: LockFacts): number {
  if (!healthyFloor) return 0;
  return 'ms' in healthyFloor ? healthyFloor.ms : healthyFloor.share * (leaseMs ?? 0);
}

function floorEvidence(facts: LockFacts, leftMs: number): Evidence {
  return {
    code: 'below-floor',
    values: { leftMs, floorMs: Math.round(floorOf(facts)) },
    tone: 'at-risk',
    known: { by: 'inferred', atMs: facts.reading.atMs },
  };
}
