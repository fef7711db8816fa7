import { waitersEvidence } from '../domain/holders/evidence';
import { isSome } from '../domain/values/counted';
import { found, type LockRule, notFound } from './core/lock-rule';
import { renewalMissed } from './renewal-missed';

/** With less than this left and a client waiting, a lock that is never renewed is reported, ms. */
const LAPSES_SOON_MS = 5_000;

/** The lease ends soon, clients wait, and no renewal was seen. Graver findings replace this one. */
export const lapsesWithWaiters: LockRule<'lapses-with-waiters'> = {
  code: 'lapses-with-waiters',
  severity: 'contended',
  detect(observed, nowMs) {
    const { reading, waiters, renewals } = observed.facts;
    if (!isSome(waiters.count) || renewals.count > 0 || reading.deadlineMs === 'none') return notFound();
    const sinceMs = reading.deadlineMs - LAPSES_SOON_MS;
    if (nowMs <= sinceMs) return notFound(sinceMs + 1);
    const missed = renewalMissed.detect(observed, nowMs);
    if (observed.gone.length > 0 || missed.found) return notFound(missed.changesAtMs);
    return found({ sinceMs, evidence: [waitersEvidence(waiters)] }, missed.changesAtMs);
  },
};
