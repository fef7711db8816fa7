import type { FamilyReport, FamilyReportRow, TimeBars } from '../../contract/history/family-report';
import type { HistoryScope } from '../../contract/history/history-queries';
import {
  BUCKETS_PER_DOUBLING,
  HISTOGRAM_ERROR,
  type Histogram,
  histogramTotalOf,
  percentile,
} from '../database/histogram';
import type { Db } from '../database/multi-row';
import { type FamilyRef, familyName } from './family-holds';
import {
  type FamilyTimes,
  type FamilyTotals,
  familyExpiries,
  familySums,
  familyTimes,
  pointSums,
} from './family-rows';
import { type Grid, gridFor } from './grid';
import { leaseOfHolds, type NewestHold, newestHolds } from './newest-holds';
import { subjectsOf } from './scope';

type FamilyReportQuestion = { scope: HistoryScope; fromMs: number; toMs: number; limit: number };

/** What is recorded of a family; what is known of it now is added by who knows. */
type RecordedFamily = Omit<FamilyReportRow, 'locks' | 'waiting'>;
export type RecordedReport = Omit<FamilyReport, 'rows' | 'coverage'> & { rows: RecordedFamily[] };

/** Most points of a sparkline. */
const SPARK_POINTS = 32;

/**
 * Figures of every family that has any in the range, the `limit` with the most contention debt. The points are those of
 * `series` put together, so that both say the same sums. As many questions for one family as for hundreds.
 */
export async function familyReport(
  db: Db,
  { scope, fromMs, toMs, limit }: FamilyReportQuestion,
  nowMs: number,
): Promise<RecordedReport> {
  const subjects = await subjectsOf(db, scope);
  const grid = gridFor(subjects, fromMs, toMs);
  const targets = subjects.targets.map(({ target }) => target);
  const stepMs = grid.pointMs * Math.ceil(grid.startsMs.length / SPARK_POINTS);
  const all = (await familySums(db, targets, grid)).sort(byDebt);
  const top = all.slice(0, limit);
  const ids = top.map(({ subject }) => subject);
  const covered = pointsBySubject(
    await pointSums(
      db,
      'covered_ms',
      subjects.targets.map(({ id }) => id),
      grid,
      stepMs,
    ),
  );
  const facts: Facts = {
    waited: pointsBySubject(await pointSums(db, 'waiter_ms', ids, grid, stepMs)),
    covered: new Map(subjects.targets.map(({ id, target }) => [target, covered.get(id) ?? NO_POINTS])),
    times: await familyTimes(db, ids, grid),
    expiries: byFamily(await familyExpiries(db, targets, { fromMs, toMs })),
    holds: byFamily(await newestHolds(db, top, toMs)),
    points: Math.ceil((grid.endMs - grid.firstMs) / stepMs),
    passedMs: passedOf(grid, nowMs),
  };
  const rows = top.map((sums) => rowOf(sums, facts)).sort(byKnownDebt);
  const coveredMs = [...facts.covered.values()].reduce((sum, of) => sum + sumOfPoints(of), 0);
  return {
    ...{ fromMs, toMs, pointMs: stepMs, rows, matched: all.length, nowMs },
    startsMs: Array.from({ length: facts.points }, (_, i) => grid.firstMs + i * stepMs),
    waiterSeconds: coveredMs === 0 ? null : all.reduce((sum, { waiterMs }) => sum + waiterMs, 0) / 1000,
    covered: shareOf(coveredMs, facts.passedMs * Math.max(1, targets.length)),
    percentileError: HISTOGRAM_ERROR,
  };
}

type Points = ReadonlyMap<number, number>;
const NO_POINTS: Points = new Map();

type Facts = {
  /** By family, waiter-ms by point; by target, ms watched by point. */
  waited: ReadonlyMap<number, Points>;
  covered: ReadonlyMap<string, Points>;
  times: ReadonlyMap<number, FamilyTimes>;
  expiries: ReadonlyMap<string, { count: number }[]>;
  holds: ReadonlyMap<string, NewestHold[]>;
  points: number;
  passedMs: number;
};

function rowOf(sums: FamilyTotals, facts: Facts): RecordedFamily {
  const { subject, target, family } = sums;
  const covered = facts.covered.get(target) ?? NO_POINTS;
  const coveredMs = sumOfPoints(covered);
  const holds = facts.holds.get(familyName(sums)) ?? [];
  const times = facts.times.get(subject);
  const known = {
    ...{ target, family, libraries: librariesOf(holds) },
    covered: shareOf(coveredMs, facts.passedMs),
    lease: leaseOfHolds(holds),
    renewed: sums.renewals > 0,
  };
  if (coveredMs === 0) return { ...known, ...UNWATCHED, points: nulls(facts.points) };
  const isCounted =
    sums.waiterMs > 0 || !holds.every(({ waitersMax }) => waitersMax === null) || holds.length === 0;
  const waited = facts.waited.get(subject) ?? NO_POINTS;
  const waits = {
    gap: null,
    waiterSeconds: sums.waiterMs / 1000,
    points: nulls(facts.points).map((_, at) =>
      (covered.get(at) ?? 0) > 0 ? (waited.get(at) ?? 0) / 1000 : null,
    ),
    wait: timesOf(times?.wait),
    longestWaitMs: sums.waitedMax > 0 ? sums.waitedMax : null,
  };
  return {
    ...known,
    ...(isCounted ? waits : { ...NO_WAITS, points: nulls(facts.points) }),
    hold: holdsOf(times?.hold),
    acquisitions: sums.acquisitions,
    perSecond: sums.acquisitions / (coveredMs / 1000),
    expired: facts.expiries.get(familyName(sums))?.[0]?.count ?? 0,
  };
}

const NO_WAITS = { gap: 'uncounted', waiterSeconds: null, wait: null, longestWaitMs: null } as const;
const UNWATCHED = {
  ...{ ...NO_WAITS, gap: 'unwatched' as const },
  ...{ hold: null, acquisitions: null, perSecond: null, expired: null },
};

function timesOf(histogram: Histogram | undefined): FamilyReportRow['wait'] {
  const p95 = histogram ? percentile(histogram, 0.95) : null;
  return p95 === null || !histogram ? null : { p95, count: histogramTotalOf(histogram) };
}

function holdsOf(histogram: Histogram | undefined): FamilyReportRow['hold'] {
  const times = timesOf(histogram);
  return times && histogram ? { ...times, bars: barsOf(histogram) } : null;
}

function barsOf(histogram: Histogram): TimeBars {
  const buckets = [...histogram.keys()];
  const [first, last] = [Math.min(...buckets), Math.max(...buckets)];
  return {
    fromMs: 2 ** (first / BUCKETS_PER_DOUBLING),
    factor: 2 ** (1 / BUCKETS_PER_DOUBLING),
    counts: Array.from({ length: last - first + 1 }, (_, i) => histogram.get(first + i) ?? 0),
  };
}

function librariesOf(holds: readonly NewestHold[]): string[] {
  return [...new Set(holds.flatMap(({ library }) => library ?? []))].sort();
}

/** Time of the points that has passed, ms. */
function passedOf({ firstMs, endMs }: Grid, nowMs: number): number {
  return Math.max(1, Math.min(endMs, nowMs) - firstMs);
}

function shareOf(ms: number, ofMs: number): number {
  return Math.min(1, ms / ofMs);
}

function sumOfPoints(points: Points): number {
  return [...points.values()].reduce((sum, ms) => sum + ms, 0);
}

function nulls(count: number): null[] {
  return Array.from({ length: count }, () => null);
}

function pointsBySubject(
  rows: readonly { subject: number; point: number; ms: number }[],
): Map<number, Map<number, number>> {
  const found = new Map<number, Map<number, number>>();
  for (const { subject, point, ms } of rows) {
    const own = found.get(subject) ?? new Map();
    found.set(subject, own.set(point, ms));
  }
  return found;
}

function byFamily<Row extends FamilyRef>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const name = familyName(row);
    const own = found.get(name);
    if (own) own.push(row);
    else found.set(name, [row]);
  }
  return found;
}

function byName(a: FamilyRef, b: FamilyRef): number {
  return familyName(a) < familyName(b) ? -1 : 1;
}

function byDebt(a: FamilyTotals, b: FamilyTotals): number {
  return b.waiterMs - a.waiterMs || b.acquisitions - a.acquisitions || byName(a, b);
}

/** Those whose debt is not known stand behind those without any. */
export function byKnownDebt(a: RecordedFamily, b: RecordedFamily): number {
  const debtOf = ({ waiterSeconds }: RecordedFamily) => waiterSeconds ?? -1;
  return debtOf(b) - debtOf(a) || (b.acquisitions ?? -1) - (a.acquisitions ?? -1) || byName(a, b);
}
