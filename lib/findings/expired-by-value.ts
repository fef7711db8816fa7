import { valueDeadlineEvidence } from '../domain/holders/evidence';
import { agoOf, found, type LockRule, notFound, shownAnewMs } from './core/lock-rule';

/** The deadline in the value has passed. */
export const expiredByValue: LockRule<'expired-by-value'> = {
  code: 'expired-by-value',
  severity: 'at-risk',
  detect({ facts: { reading } }, nowMs) {
    const sinceMs = reading.valueDeadlineMs;
    if (sinceMs === null) return notFound();
    if (nowMs < sinceMs) return notFound(sinceMs);
    const evidence = [valueDeadlineEvidence(sinceMs, reading.atMs, nowMs)];
    return found({ sinceMs, evidence, reason: agoOf(sinceMs, nowMs) }, shownAnewMs(sinceMs, nowMs));
  },
};
