import type { BulkOutcome } from '../contract/action-codes';
import type { AuditEntry } from '../contract/audit';
import { becauseOf, countBulk, outcomeOfRun } from '../domain/actions/bulk';
import type { ErrorCode } from '../domain/values/errors';
import type { Runtime } from '../server/runtime/types';

/** A run whose last act is as old goes on nowhere: sixteen are under way at a time, and each takes a few seconds at most. */
const QUIET_MS = 20_000;
/** What became of an act that was not found out by then, as of a lock that nobody watches, is not waited for. */
const GIVEN_UP_MS = 600_000;
/** More than the locks of a run. */
const ACTS = 1_000;

type Settling = Pick<Runtime, 'history' | 'now'>;

/**
 * What became of a run whose console died, counted from the entries of its acts; null = it may be under way, or one of its
 * acts is not settled itself. Locks without an entry were not tried: an act has its entry before it is sent.
 */
export async function settledRun(
  { history, now }: Settling,
  entry: AuditEntry,
): Promise<Pick<AuditEntry, 'outcome' | 'details'> | null> {
  const atMs = now();
  const found = await history.audit({ action: 'release', from: entry.atMs, limit: ACTS });
  const acts = found.filter(
    ({ details }) => details.run === entry.id || details.run === entry.details.direct,
  );
  if (atMs - Math.max(entry.atMs, ...acts.map((act) => act.atMs)) < QUIET_MS) return null;
  if (atMs - entry.atMs < GIVEN_UP_MS && acts.some(isOpen)) return null;
  const counts = countBulk(acts.map((act) => ({ outcome: outcomeIn(act, entry) })));
  const planned = typeof entry.details.planned === 'number' ? entry.details.planned : acts.length;
  counts['not-tried'] = Math.max(0, planned - acts.length);
  const isUnclear = counts.released === 0 && acts.some(({ outcome }) => outcome === 'unknown');
  return {
    outcome: isUnclear ? 'unknown' : outcomeOfRun(counts),
    details: { ...entry.details, counts, settled: { is: 'counted', atMs } },
  };
}

function isOpen({ outcome, details }: AuditEntry): boolean {
  return outcome === 'attempted' || (outcome === 'unknown' && details.settled === undefined);
}

/** As the run would have counted it. */
function outcomeIn({ outcome, details }: AuditEntry, run: AuditEntry): BulkOutcome {
  if (outcome === 'released' || outcome === 'partly-released') return 'released';
  if (outcome !== 'refused') return 'unexpected';
  const although = run.details.although === 'alive' ? 'alive' : null;
  return becauseOf({ code: details.code as ErrorCode, details }, 'nobody', although).outcome;
}
