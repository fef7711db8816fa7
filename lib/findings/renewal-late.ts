import { lateEvidence } from '../domain/holders/evidence';
import { isLate, LATE_PERIODS } from '../domain/holders/judge-renewal';
import { found, type LockRule, notFound } from './core/lock-rule';

/** A holder that was seen to renew is overdue. For a holder that is gone, `holder-gone` includes this. */
export const renewalLate: LockRule<'renewal-late'> = {
  code: 'renewal-late',
  severity: 'at-risk',
  detect({ facts, renewal, gone }, nowMs) {
    if (renewal.periodMs === null) return notFound();
    const sinceMs = Math.floor((facts.renewals.lastAtMs ?? nowMs) + LATE_PERIODS * renewal.periodMs);
    // From here the shown lateness grows with time.
    if (gone.length > 0 || !isLate(renewal)) return notFound(sinceMs);
    const reason = { times: renewal.lateBy ?? 0 };
    return found({ sinceMs, evidence: [lateEvidence(renewal, nowMs)], reason }, sinceMs);
  },
};
