import { waitersEvidence } from '../domain/holders/evidence';
import { isSome } from '../domain/values/counted';
import { found, type LockRule, notFound } from './core/lock-rule';
import { renewalLate } from './renewal-late';

/** Clients wait for a lock whose renewal is late. */
export const waitersBehindLateHolder: LockRule<'waiters-behind-late-holder'> = {
  code: 'waiters-behind-late-holder',
  severity: 'at-risk',
  detect(observed, nowMs) {
    const { waiters } = observed.facts;
    const late = renewalLate.detect(observed, nowMs);
    if (!late.found || !isSome(waiters.count)) return notFound(late.changesAtMs);
    const { sinceMs, evidence } = late.found;
    return found({ sinceMs, evidence: [...evidence, waitersEvidence(waiters)] }, late.changesAtMs);
  },
};
