import type { Insight } from '../contract/insights';
import { leaseAdvice } from '../domain/locks/lease-advice';
import { outageWaiterMs } from '../domain/queueing/outage-cost';
import { HISTOGRAM_ERROR } from '../history/database/histogram';
import { familyLeases, type RecordedLeases } from '../history/queries/insights/family-leases';
import { type InsightRule, LEAST_COVERAGE } from './core/insight-rule';

/** Families that are judged: those of which most keys ran out. */
const TOP = 5;
/** A lease covers this share of the holds. */
const COVERS = 0.999;
/** How sure it has to be that it does not. */
const SURE = 0.95;
/** Leases of a family that differ by a greater factor are several. */
const SAME_LEASE = 1.25;
/** A lease that is renewed need not be longer, ms: it has to outlast a pause of its process, not the work. */
const WATCHDOG_MS = 10_000;
/** A watchdog renews at a third of the lease: a holder that dies leaves five sixths of it on average. */
const LEFT_BY_WATCHDOG = 5 / 6;
/** What a shorter lease has to save when a holder dies, waiter-seconds. */
const WORTH_S = 60;

/** Holds expire while they are held, or a holder that dies blocks others for much longer than it had to. */
export const lease: InsightRule<RecordedLeases> = {
  code: 'lease',
  read: (db, question) => familyLeases(db, question, TOP),
  detect(facts): Insight | null {
    const { covered, holds, releases, ranOut } = facts;
    const advice = leaseAdvice(holds, HISTOGRAM_ERROR);
    const leaseMs = onlyLease(facts.leases);
    if (covered < LEAST_COVERAGE || advice.leaseMs === null || advice.p999Ms === null || leaseMs === null)
      return null;
    // Of most holds the lease is what ends them: it is no safeguard, but how they are given back.
    if (ranOut > releases) return null;
    const isRenewed = facts.lasting.renewed * 2 > facts.lasting.holds;
    const short = tooShort(facts, isRenewed);
    // How much longer holds would have lasted that were cut by their lease is not known.
    const needsWatchdog = isRenewed || short !== null || advice.leaseMs > WATCHDOG_MS;
    const advisedMs = needsWatchdog ? WATCHDOG_MS : advice.leaseMs;
    const ageMs = Math.min(leaseMs, holds.p99Ms ?? 0) / 2;
    const blockedMs = isRenewed ? leaseMs * LEFT_BY_WATCHDOG : leaseMs - ageMs;
    const blockedThenMs = needsWatchdog
      ? advisedMs * LEFT_BY_WATCHDOG
      : advisedMs - Math.min(ageMs, advisedMs);
    const [costS, costThenS] = [costOf(facts, blockedMs), costOf(facts, blockedThenMs)];
    const found = short ?? tooLong(facts, { leaseMs, advisedMs, costS, costThenS });
    if (!found) return null;
    const { problem, confidence, harm } = found;
    return {
      ...{ code: 'lease', target: facts.target, family: facts.family, lock: null, key: null },
      ...{ n: holds.count, method: 'percentile', confidence, harm },
      values: {
        ...{ problem, family: facts.family, leaseMs, advisedMs, p999Ms: advice.p999Ms },
        watchdog: needsWatchdog ? 'yes' : 'no',
        atLeast: advice.atLeast ? 'yes' : 'no',
        ...{ expired: facts.proven, died: holds.died, overstays: holds.overstays, blockedMs },
        ...(costS !== null && { costSeconds: costS }),
        ...(costThenS !== null && { costThenSeconds: costThenS }),
      },
      rows: [],
    };
  },
};

type Found = { problem: 'short' | 'long'; confidence: number; harm: number };

/** More holds expired while held than one of a thousand, and not by chance. What went on is what the next one had to wait. */
function tooShort({ proven, overrunMs, rangeMs, holds }: RecordedLeases, isRenewed: boolean): Found | null {
  if (isRenewed || proven === 0) return null;
  const confidence = 1 - atLeastByChance(proven, holds.count * (1 - COVERS));
  if (confidence < SURE) return null;
  return { problem: 'short', confidence, harm: (overrunMs / rangeMs) * 3_600 };
}

type Costs = { leaseMs: number; advisedMs: number; costS: number | null; costThenS: number | null };

/** Holders died, and the lease that they left kept others waiting. */
function tooLong(
  { holds, rangeMs, covered }: RecordedLeases,
  { leaseMs, advisedMs, costS, costThenS }: Costs,
): Found | null {
  if (holds.died === 0 || costS === null || costThenS === null) return null;
  const savedS = costS - costThenS;
  if (advisedMs * 2 > leaseMs || savedS < WORTH_S) return null;
  const hours = (rangeMs * covered) / 3_600_000;
  return { problem: 'long', confidence: 1 - COVERS ** holds.count, harm: (holds.died / hours) * savedS };
}

/** The lease that all of them have, ms, as far as it is read; null = none was seen, or several. */
function onlyLease(leases: readonly number[]): number | null {
  const sorted = [...leases].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  if (sorted.length === 0 || at(0.95) > SAME_LEASE * at(0.05)) return null;
  return at(0.5);
}

/** Waiter-seconds of a holder that dies, of all holds of the family: those of locks that nobody waits for cost nothing. */
function costOf({ loads, acquisitions, rangeMs, covered }: RecordedLeases, blockedMs: number): number | null {
  if (loads === null || acquisitions === 0) return null;
  let sum = 0;
  for (const load of loads) {
    const waiterMs = outageWaiterMs(load, blockedMs);
    if (waiterMs === null) return null;
    sum += load.arrivalRate * waiterMs;
  }
  return sum / (acquisitions / (rangeMs * covered)) / 1_000;
}

/** Probability of `count` or more where `mean` are expected (Poisson). */
function atLeastByChance(count: number, mean: number): number {
  let [term, below] = [Math.exp(-mean), 0];
  for (let i = 0; i < count; i++) {
    below += term;
    term *= mean / (i + 1);
  }
  return Math.max(0, 1 - below);
}
