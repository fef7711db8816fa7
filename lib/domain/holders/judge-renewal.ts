import type { Renewal } from '../../contract/lock';
import type { LockFacts } from '../locks/lock-facts';

/** Number of periods without a renewal from which a holder is late. */
export const LATE_PERIODS = 1.4;

/** Summarises renewals. A period needs two renewals, or one and a lease (watchdogs renew at a third of it). */
export function renewalOf(facts: LockFacts, nowMs: number): Renewal {
  const { count, lastAtMs, gapsMs } = facts.renewals;
  const periodMs = count >= 2 ? median(gapsMs) : count === 1 && facts.leaseMs ? facts.leaseMs / 3 : null;
  const lateBy =
    periodMs && lastAtMs !== null ? Math.max(0, Math.floor(((nowMs - lastAtMs) / periodMs) * 10) / 10) : null;
  return { count, lastAtMs, periodMs: periodMs === null ? null : Math.round(periodMs), lateBy };
}

/** Whether a renewal is overdue. */
export function isLate(renewal: Renewal): boolean {
  return renewal.lateBy !== null && renewal.lateBy >= LATE_PERIODS;
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? null];
  if (high === null) return null;
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
