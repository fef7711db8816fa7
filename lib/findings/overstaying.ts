import type { Evidence } from '../contract/finding';
import { heldSinceMs, overstaysFromMs } from '../domain/locks/overstay';
import { agoOf, found, type LockRule, notFound, type Observed, shownAnewMs } from './core/lock-rule';

/** A live holder has the lock for far longer than holds of its family take. */
export const overstaying: LockRule<'overstaying'> = {
  code: 'overstaying',
  severity: 'at-risk',
  detect(observed, nowMs) {
    const fromMs = overstaysFromMs(observed.facts, observed.renewal);
    if (fromMs === null) return notFound();
    if (nowMs <= fromMs) return notFound(Math.floor(fromMs) + 1);
    const changesAtMs = shownAnewMs(fromMs, nowMs);
    if (!observed.verdicts.includes('overstaying')) return notFound(changesAtMs);
    const evidence = [evidenceOf(observed, nowMs)];
    return found({ sinceMs: Math.round(fromMs), evidence, reason: agoOf(fromMs, nowMs) }, changesAtMs);
  },
};

/** `heldMs` = age of the hold, at least; `p99Ms` of `holds` holds within `windowMs`; `renewals` = renewals seen. */
function evidenceOf({ facts, renewal }: Observed, nowMs: number): Evidence {
  const { p99Ms = 0, count: holds = 0, windowMs = 0, atMs = nowMs } = facts.usual ?? {};
  const heldMs = Math.max(0, nowMs - heldSinceMs(facts));
  const times = Math.floor((heldMs / Math.max(1, p99Ms)) * 10) / 10;
  return {
    code: 'overstayed',
    values: { heldMs, times, p99Ms: Math.round(p99Ms), count: holds, windowMs, renewals: renewal.count },
    tone: 'at-risk',
    known: { by: 'inferred', atMs },
  };
}
