import type { FamilyReport, FamilyReportRow } from '../../lib/contract/history/family-report';
import type { Insight, InsightsAnswer } from '../../lib/contract/insights';
import { counted } from '../../lib/domain/values/counted';
import { WHOLE_COVERAGE } from './a-node';

export const REPORT_FROM = Date.parse('2026-10-14T12:00:00Z');
export const REPORT_TO = REPORT_FROM + 3_600_000;
const POINT_MS = 600_000;
const STARTS = Array.from({ length: 6 }, (_, i) => REPORT_FROM + i * POINT_MS);
const COVERED = { ...WHOLE_COVERAGE, changes: 0.99 };

/** Half of them of one second, the others of up to a minute. */
const HOLD = { p95: 15_000, count: 1_512, bars: { fromMs: 1_000, factor: 4, counts: [756, 700, 56] } };

/** A family that is wholly known, but for what `change` says. */
export function familyRow(family: string, change: Partial<FamilyReportRow> = {}): FamilyReportRow {
  return {
    ...{ target: 'main', family, libraries: ['Redisson RLock'], locks: 3, waiting: counted(0), covered: 1 },
    ...{ gap: null, waiterSeconds: 0, points: STARTS.map(() => 0) },
    ...{ wait: null, longestWaitMs: null, hold: HOLD },
    ...{ lease: { minMs: 30_000, maxMs: 30_000, noTtl: false }, renewed: false },
    ...{ acquisitions: 1_512, perSecond: 0.42, expired: 0 },
    ...change,
  };
}

const UNKNOWN = { waiterSeconds: null, points: STARTS.map(() => null), wait: null, longestWaitMs: null };

/** One of each kind: the worst, one that others still wait for, one without waiters, one without lease, one just locked. */
export const REPORT_ROWS: FamilyReportRow[] = [
  familyRow('payout:batch:*', {
    ...{ waiterSeconds: 8_160, points: [900, 1_200, null, 1_500, 2_060, 2_500], waiting: counted(6) },
    ...{ wait: { p95: 21_000, count: 48 }, longestWaitMs: 2_280_000, expired: 1 },
    ...{ hold: { ...HOLD, p95: 144_000, count: 40 }, renewed: true, perSecond: 0.003, acquisitions: 11 },
  }),
  familyRow('acct:{*}:transfer', {
    ...{ waiterSeconds: 2_040, points: [10, 10, 10, 10, 1_000, 1_000] },
    ...{ wait: null, longestWaitMs: 61_000, perSecond: 212, covered: 0.9 },
    lease: { minMs: 10_000, maxMs: 30_000, noTtl: false },
  }),
  familyRow('stock:reserve:*'),
  familyRow('session:refresh:*', { ...UNKNOWN, gap: 'uncounted', waiting: counted(null), hold: null }),
  familyRow('cron:nightly-*', {
    ...{ ...UNKNOWN, gap: 'uncounted', waiting: counted(null) },
    lease: { minMs: null, maxMs: null, noTtl: true },
  }),
  familyRow('new:*', {
    ...{ ...UNKNOWN, gap: 'pending', hold: null, lease: null },
    ...{ acquisitions: null, perSecond: null, expired: null },
  }),
];

export function aFamilyReport(change: Partial<FamilyReport> = {}): FamilyReport {
  return {
    ...{ fromMs: REPORT_FROM, toMs: REPORT_TO, pointMs: POINT_MS, startsMs: STARTS },
    ...{ rows: REPORT_ROWS, matched: REPORT_ROWS.length, waiterSeconds: 10_200, covered: 0.98 },
    ...{ percentileError: 0.09, coverage: COVERED, nowMs: REPORT_TO },
    ...change,
  };
}

const FIGURES = {
  lease: {
    ...{ problem: 'short', leaseMs: 30_000, expired: 41, p999Ms: 52_000, advisedMs: 62_400 },
    ...{ watchdog: 'yes', atLeast: 'no' },
  },
  unfair: {
    ...{ starved: 2, longestMs: 90_000, medianMs: 400, grants: 900, barged: 120 },
    ...{ waiter: 'acct-3', waitedMs: 90_000, overtaken: 41 },
  },
};

/** As a rule would find it. */
export function anInsight({
  code = 'lease',
  ...change
}: Partial<Insight> & { code?: keyof typeof FIGURES } = {}): Insight {
  return {
    ...{ code, target: 'main', family: 'payout:batch:*', lock: null, key: null },
    ...{ n: 34_816, method: 'percentile', confidence: 0.97, harm: 120, values: FIGURES[code], rows: [] },
    ...change,
  };
}

export function someInsights(insights: Insight[] = [anInsight()]): InsightsAnswer {
  return { fromMs: REPORT_FROM, toMs: REPORT_TO, insights, nowMs: REPORT_TO };
}
