import { checkDefects, checkFairCalls, checkHoldCounts, checkLosses } from './check-calls';
import { checkExclusion, checkFencing } from './check-claims';
import { checkLedger } from './check-ledger';
import { checkPromises } from './check-promises';
import { checkPermits, checkQueues } from './check-queue';
import { byTime, type History } from './history';
import type { Finding, Violation } from './violation';

/** Every check there is, by what it demands. */
export const CHECKS: Record<string, (history: History) => Finding> = {
  'claims of two holders never overlap': checkExclusion,
  'fencing tokens grow': checkFencing,
  'hold counts balance': checkHoldCounts,
  'no lease is lost before its time': checkLosses,
  'fair waiters are not overtaken, as callers see it': checkFairCalls,
  'fair queues are served in order': checkQueues,
  'holders in Redis go by release, force or deadline alone': checkLedger,
  'what leases promise, Redis grants': checkPromises,
  'permits are neither lost nor made': checkPermits,
  'no call fails in a way that has no name': checkDefects,
};

export type Verdict = { checks: Map<string, number>; violations: Violation[] };

/** All checks on one history; violations in order of time. */
export function check(history: History): Verdict {
  const findings = Object.entries(CHECKS).map(([name, run]) => [name, run(history)] as const);
  return {
    checks: new Map(findings.map(([name, { checked }]) => [name, checked])),
    violations: findings.flatMap(([, { violations }]) => violations).sort(byTime),
  };
}
