import type { Evidence } from '../contract/finding';
import { heartbeatEvidence, lateEvidence, waitersEvidence } from '../domain/holders/evidence';
import { goneSinceMs } from '../domain/holders/judge-holder';
import { isLate } from '../domain/holders/judge-renewal';
import { isSome } from '../domain/values/counted';
import { agoOf, found, type LockRule, notFound, type Observed, shownAnewMs } from './core/lock-rule';

/** A process that holds the lock stopped its heartbeats. */
export const holderGone: LockRule<'holder-gone'> = {
  code: 'holder-gone',
  severity: 'at-risk',
  detect(observed, nowMs) {
    if (observed.gone.length === 0) return notFound();
    const since = observed.gone.map(goneSinceMs);
    const reason = agoOf(Math.max(...since), nowMs);
    const changesAtMs = Math.min(...since.map((sinceMs) => shownAnewMs(sinceMs, nowMs)));
    const evidence = evidenceOf(observed, nowMs);
    return found({ sinceMs: Math.min(nowMs, ...since), evidence, reason }, changesAtMs);
  },
};

/** Includes a late renewal and the waiters. */
function evidenceOf({ facts: { reading, waiters }, renewal, gone }: Observed, nowMs: number): Evidence[] {
  const beats = gone.map((heartbeat) => ({ heartbeat, verdict: 'gone' }) as const);
  return [
    ...heartbeatEvidence(beats, reading.holders.length, nowMs),
    ...(isLate(renewal) ? [lateEvidence(renewal, nowMs)] : []),
    ...(isSome(waiters.count) ? [waitersEvidence(waiters)] : []),
  ];
}
