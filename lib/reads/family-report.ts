import type { Family } from '../contract/groups';
import type { FamilyReport, FamilyReportRow } from '../contract/history/family-report';
import type { Lock } from '../contract/lock';
import type { Coverage } from '../contract/nodes';
import { counted } from '../domain/values/counted';
import { byKnownDebt, type RecordedReport } from '../history/queries/family-report';
import { listFamilies } from './list-families';

/** Written within seconds: a family that is locked now and has no row in a range up to now has none yet. */
const WRITTEN_WITHIN_MS = 60_000;
const NONE = counted(0);

/** What is known now of the families of each target. */
export type LiveFamilies = ReadonlyMap<string, readonly Family[]>;

export function liveFamilies(
  targets: readonly string[],
  locksOf: (target: string) => Iterable<Lock>,
  nowMs: number,
): LiveFamilies {
  return new Map(targets.map((target) => [target, listFamilies(locksOf(target), [], nowMs)]));
}

/**
 * The report with what is known now. A family that is locked now and was not written yet is a row without figures; one that
 * is locked by nobody now has no waiter.
 */
export function withLive(
  report: RecordedReport,
  live: LiveFamilies,
  coverage: Coverage,
  limit: number,
): FamilyReport {
  const left = new Map(
    [...live].map(([target, families]) => [target, new Map(families.map((each) => [each.name, each]))]),
  );
  const rows = report.rows.map((row): FamilyReportRow => {
    const now = left.get(row.target)?.get(row.family);
    left.get(row.target)?.delete(row.family);
    const libraries = now ? now.libraries : row.libraries;
    return { ...row, libraries, locks: now?.count ?? 0, waiting: now?.waiting ?? NONE };
  });
  const isWhole = report.rows.length === report.matched;
  const isNow = report.toMs >= report.nowMs - WRITTEN_WITHIN_MS;
  // Of those that the limit left out it is not known whether they were written.
  const pending =
    isNow && isWhole ? [...left].flatMap(([target, each]) => pendingRows(target, each.values(), report)) : [];
  return {
    ...report,
    rows: [...rows, ...pending].sort(byKnownDebt).slice(0, limit),
    matched: report.matched + pending.length,
    coverage,
  };
}

function pendingRows(
  target: string,
  families: Iterable<Family>,
  { startsMs, covered }: RecordedReport,
): FamilyReportRow[] {
  return [...families].map(({ name, libraries, count, waiting }) => ({
    ...{ target, family: name, libraries, locks: count, waiting, covered, gap: 'pending' },
    ...{ waiterSeconds: null, points: startsMs.map(() => null), wait: null, longestWaitMs: null, hold: null },
    ...{ lease: null, renewed: false, acquisitions: null, perSecond: null, expired: null },
  }));
}
