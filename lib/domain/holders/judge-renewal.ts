import type { Renewal } from '../../contract/lock';
import { displayOf } from '../keys/bytes';
import { inQuarantineBy } from '../keys/operator-token';
import { DEADLINE_TOLERANCE_MS } from '../locks/diff';
import { type HealthyFloor, type LockFacts, USUAL_FLOOR } from '../locks/lock-facts';

/** Number of periods without a renewal from which a holder is late. */
export const LATE_PERIODS = 1.4;

/** Summarises renewals. A period needs two renewals, or one and a lease. */
export function renewalOf(facts: LockFacts, nowMs: number): Renewal {
  const { count, lastAtMs, gapsMs } = facts.renewals;
  const periodMs =
    count >= 2 ? median(gapsMs) : count === 1 ? longestPeriodMs(facts.leaseMs, floorOf(facts)) : null;
  const lateBy =
    periodMs && lastAtMs !== null ? Math.max(0, Math.floor(((nowMs - lastAtMs) / periodMs) * 10) / 10) : null;
  const awaited = periodMs === null ? awaitedOf(facts) : null;
  const longestMs = count >= 2 ? Math.max(0, ...gapsMs) : 0;
  return {
    count,
    lastAtMs,
    periodMs: periodMs === null ? null : Math.round(periodMs),
    lateBy,
    ...(periodMs !== null && longestMs > periodMs && { longestMs: Math.round(longestMs) }),
    ...(awaited && { awaited }),
  };
}

/** Whether a renewal is overdue. */
export function isLate(renewal: Renewal): boolean {
  return renewal.lateBy !== null && renewal.lateBy >= LATE_PERIODS;
}

/** The floor that a holder of this format has if it renews; null = no library that may have written it renews by itself. */
function floorOf({ healthyFloor, mayRenew }: LockFacts): HealthyFloor | null {
  return healthyFloor ?? mayRenew ?? null;
}

/**
 * Until when an only holder that may renew, and was not seen to, has to renew if it does, at the latest when its lease ends;
 * null = its format never renews by itself, or it has no lease, or an operator has it in quarantine. Of a lease that was seen
 * from its middle on the part that was seen is enough: what is left of a longer one is nearer to its floor.
 */
function awaitedOf(facts: LockFacts): Renewal['awaited'] | null {
  const { reading, leaseMs, renewals, firstSeenMs, unrenewedSinceMs } = facts;
  const [only, ...others] = reading.holders;
  const floor = floorOf(facts);
  const isRenewed = renewals.count > 0;
  if ((!floor && !isRenewed) || leaseMs === null || !only || others.length > 0) return null;
  if (reading.ttlMs === 'none' || reading.deadlineMs === 'none') return null;
  if (inQuarantineBy(only.token)) return null;
  const seen = { sinceMs: unrenewedSinceMs ?? firstSeenMs, leaseMs };
  const { sinceMs, leaseMs: ofMs } = recordedUnrenewed(facts) ?? seen;
  const untilMs = sinceMs + LATE_PERIODS * (longestPeriodMs(ofMs, floor) ?? 0);
  return { sinceMs: Math.floor(sinceMs), untilMs: Math.ceil(Math.min(untilMs, reading.deadlineMs)) };
}

/**
 * Since when the lease was not set anew, by a record of an earlier watch; null = that is not proven. The proof is the deadline,
 * which each renewal moves: it is the one of the acquisition still, to the precision of two readings, so that nobody renewed in
 * between, watched or not. Nothing else of the record proves that: its renewals are those that were seen and written, and of a
 * hold that was renewed it has no time of the last one, and no lease of that one. Where clocks differ between the two watches
 * the deadlines differ, and nothing is concluded.
 */
function recordedUnrenewed({ recorded, reading }: LockFacts): { sinceMs: number; leaseMs: number } | null {
  const [only] = reading.holders;
  const { deadlineMs, slackMs } = reading;
  if (!recorded || !only || deadlineMs === 'none' || only.deadlineMs !== undefined) return null;
  const { token, fromMs, leaseMs } = recorded;
  const toleranceMs = DEADLINE_TOLERANCE_MS + slackMs;
  if (displayOf(only.token).text !== token) return null;
  if (Math.abs(deadlineMs - (fromMs + leaseMs)) > toleranceMs) return null;
  return { sinceMs: fromMs + toleranceMs, leaseMs };
}

/** How long a lease takes to fall to the floor of its format, ms: a holder that lives renews by then. null = it has no lease. */
function longestPeriodMs(leaseMs: number | null, of: HealthyFloor | null): number | null {
  if (!leaseMs) return null;
  const floor = of ?? USUAL_FLOOR;
  return Math.max(0, leaseMs - ('ms' in floor ? floor.ms : floor.share * leaseMs));
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? null];
  if (high === null) return null;
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
