import { fairnessOf, fewerThan } from '../domain/locks/fairness';
import { type LockTurns, lockTurns } from '../history/queries/insights/lock-turns';
import { type InsightRule, LEAST_COVERAGE } from './core/insight-rule';

const HOUR_MS = 3_600_000;
/** Share of the waits that may be starved where a few wait for a lock that has no queue. */
const USUAL = 0.01;
const LEAST_STARVED = 3;
const LEAST_CONFIDENCE = 0.95;

/** Waiters of a lock are overtaken again and again by those who come later. */
export const unfair: InsightRule<LockTurns> = {
  code: 'unfair',
  read: lockTurns,
  detect({ target, family, lock, key, turns, grants, fromMs, toMs, covered }) {
    const found = covered < LEAST_COVERAGE ? null : fairnessOf(turns, grants, toMs);
    if (!found?.worst || found.starved.count < LEAST_STARVED) return null;
    const { waits, medianMs, longestMs, barged, starved, worst } = found;
    const confidence = fewerThan(starved.count, waits * USUAL);
    if (confidence < LEAST_CONFIDENCE) return null;
    return {
      ...{ code: 'unfair', target, family, lock, key, n: waits, method: 'counted', confidence },
      harm: starved.excessMs / 1_000 / ((toMs - fromMs) / HOUR_MS),
      values: {
        ...{ key, n: waits, longestMs, medianMs, barged, grants: found.grants, starved: starved.count },
        ...{ waiter: worst.waiter ?? '', waitedMs: worst.waitedMs, overtaken: worst.overtaken },
      },
      rows: [],
    };
  },
};
