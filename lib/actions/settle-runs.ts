import type { BulkOutcome } from '../contract/action-codes';
import type { AuditEntry } from '../contract/audit';
import { becauseOf, countBulk, outcomeOfRun } from '../domain/actions/bulk';
import type { ErrorCode } from '../domain/values/errors';
import type { Runtime } from '../server/runtime/types';

/** A run whose last act is as old goes on nowhere: sixteen are under way at a time, and each takes a few seconds at most. */
const QUIET_MS = 20_000;
/** What became of an act that was not found out by then, as of a lock that nobody watches, is not waited for. */
const GIVEN_UP_MS = 600_000;
/** Entries of one page. */
const PAGE = 1_000;
/** By so much a clock may be set back while a run is under way: its acts are then from before it. */
const CLOCK_STEP_MS = 3_600_000;

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
  if (atMs - entry.atMs < QUIET_MS) return null;
  const acts = await actsOf(history, entry);
  if (atMs - Math.max(entry.atMs, ...acts.map((act) => act.atMs)) < QUIET_MS) return null;
  if (atMs - entry.atMs < GIVEN_UP_MS && acts.some(isOpen)) return null;
  const counts = countBulk(acts.map((act) => ({ outcome: outcomeIn(act, entry) })));
  const planned = typeof entry.details.planned === 'number' ? entry.details.planned : acts.length;
  counts['not-tried'] = Math.max(0, planned - acts.length);
  const areWhole = acts.every(({ outcome }) => outcome !== 'partly-released');
  const isUnclear = counts.released === 0 && acts.some(({ outcome }) => outcome === 'unknown');
  return {
    outcome: isUnclear ? 'unknown' : outcomeOfRun(counts, areWhole),
    details: { ...entry.details, counts, settled: { is: 'counted', atMs } },
  };
}

/** The entries of its acts, however many others there are since it began. */
async function actsOf(
  history: Settling['history'],
  { id, atMs, details }: AuditEntry,
): Promise<AuditEntry[]> {
  // An act that is of no run names none: it is of this one only if it names it.
  const names = new Set<unknown>([id, details.direct, details.spooled].filter((name) => name !== undefined));
  const found = new Map<number, AuditEntry>();
  let beforeId: number | undefined;
  for (;;) {
    const query = { action: 'release', from: atMs - CLOCK_STEP_MS, beforeId, limit: PAGE } as const;
    const page = await history.audit(query);
    // Those that wait for the database are on each page, under numbers below zero.
    for (const act of page) if (names.has(act.details.run)) found.set(act.id, act);
    const ids = page.flatMap((act) => (act.id > 0 ? [act.id] : []));
    if (page.length < PAGE || ids.length === 0) return [...found.values()];
    beforeId = Math.min(...ids);
  }
}

function isOpen({ outcome, details }: AuditEntry): boolean {
  return outcome === 'attempted' || (outcome === 'unknown' && details.settled === undefined);
}

/** As the run would have counted it. */
function outcomeIn({ outcome, details }: AuditEntry, run: AuditEntry): BulkOutcome {
  if (outcome === 'released') return 'released';
  if (outcome === 'partly-released') return details.short === true ? 'unexpected' : 'released';
  if (outcome !== 'refused') return 'unexpected';
  const although = run.details.although === 'alive' ? 'alive' : null;
  return becauseOf({ code: details.code as ErrorCode, details }, 'nobody', although).outcome;
}
