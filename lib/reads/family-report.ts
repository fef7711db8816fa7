import type { Family } from '../contract/groups';
import type { FamilyReport, FamilyReportRow } from '../contract/history/family-report';
import type { Lock } from '../contract/lock';
import type { Coverage, NodeStatus } from '../contract/nodes';
import { coverageOf } from '../domain/nodes/coverage';
import { counted, UNKNOWN } from '../domain/values/counted';
import { byKnownDebt, type RecordedReport } from '../history/queries/family-report';
import { listFamilies } from './list-families';

/** Written within seconds: a family that is locked now and has no row in a range up to now has none yet. */
const WRITTEN_WITHIN_MS = 60_000;
/** What is known now of the families of one target. */
type LiveTarget = {
  families: readonly Family[];
  /** All of its nodes answer: what is known of its locks is of now. */
  answers: boolean;
  /** All of its keys were looked at: a family that is not found has no lock. */
  complete: boolean;
};

export function liveTarget(
  nodes: readonly Pick<NodeStatus, 'state' | 'keys' | 'coverage'>[],
  locks: Iterable<Lock>,
  nowMs: number,
): LiveTarget {
  const { names, contents } = coverageOf(nodes);
  return {
    families: listFamilies(locks, [], nowMs),
    answers: nodes.length > 0 && nodes.every(({ state }) => state === 'live'),
    complete: names >= 1 && contents >= 1,
  };
}

/**
 * The report with what is known now, by target. A family that is locked now and was not written yet is a row without
 * figures. One of which no lock is found has no waiter, once all keys were looked at; of a target that does not answer
 * nothing is known now.
 */
export function withLive(
  report: RecordedReport,
  live: ReadonlyMap<string, LiveTarget>,
  coverage: Coverage,
  limit: number,
): FamilyReport {
  const left = new Map(
    [...live].map(([target, { families }]) => [target, new Map(families.map((each) => [each.name, each]))]),
  );
  const rows = report.rows.map((row): FamilyReportRow => {
    const found = left.get(row.target)?.get(row.family);
    left.get(row.target)?.delete(row.family);
    return { ...row, libraries: found?.libraries ?? row.libraries, ...nowOf(live.get(row.target), found) };
  });
  const isWhole = report.rows.length === report.matched;
  const isNow = report.toMs >= report.nowMs - WRITTEN_WITHIN_MS;
  // Of those that the limit left out it is not known whether they were written.
  const pending =
    isNow && isWhole
      ? [...left].flatMap(([target, found]) => pendingRows(target, live.get(target), found.values(), report))
      : [];
  return {
    ...report,
    rows: [...rows, ...pending].sort(byKnownDebt).slice(0, limit),
    matched: report.matched + pending.length,
    coverage,
  };
}

function nowOf(
  target: LiveTarget | undefined,
  family: Family | undefined,
): Pick<FamilyReportRow, 'locks' | 'waiting'> {
  if (!target?.answers) return { locks: null, waiting: UNKNOWN };
  if (family) return { locks: family.count, waiting: family.waiting };
  return target.complete ? { locks: 0, waiting: counted(0) } : { locks: null, waiting: UNKNOWN };
}

function pendingRows(
  target: string,
  live: LiveTarget | undefined,
  families: Iterable<Family>,
  { startsMs, covered }: RecordedReport,
): FamilyReportRow[] {
  return [...families].map((family) => ({
    ...{ target, family: family.name, libraries: family.libraries, covered, gap: 'pending' },
    ...nowOf(live, family),
    ...{ waiterSeconds: null, points: startsMs.map(() => null), wait: null, longestWaitMs: null, hold: null },
    ...{ lease: null, renewed: false, acquisitions: null, perSecond: null, expired: null },
  }));
}
