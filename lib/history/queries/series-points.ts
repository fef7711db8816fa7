import type { HistoryPoint, HistorySeries, Percentiles } from '../../contract/history/history';
import { type Histogram, histogramTotalOf, merge, percentile } from '../database/histogram';
import type { Grid } from './grid';
import { type BucketSums, histogramName, type Measure } from './series-rows';

type Sums = Omit<BucketSums, 'startMs' | 'subjects' | 'coveredMs'>;

type PointFacts = {
  grid: Grid;
  /** Of what was asked for, by point. */
  own: Map<number, BucketSums[]>;
  /** Of the targets, by point: their time covered is what all figures tell of. */
  targets: Map<number, BucketSums[]>;
  /** Of a lock: how long it was held in each point; null = as `own` says. */
  heldMs: Map<number, number> | null;
  histograms: Map<string, Histogram>;
  /** How many targets are asked about. */
  ofTargets: number;
  waitersKnown: boolean;
  nowMs: number;
};

/** The points of a chart. */
export function pointsOf(facts: PointFacts): HistoryPoint[] {
  const { grid, nowMs } = facts;
  return grid.startsMs.map((startMs) => {
    const endMs = startMs + grid.pointMs;
    const passedMs = Math.max(1, Math.min(endMs, nowMs) - startMs);
    const histogram = (measure: Measure) => facts.histograms.get(histogramName(measure, startMs));
    return { startMs, ...figuresOf(facts, [startMs], passedMs, histogram), partial: endMs > nowMs };
  });
}

/** All points together. `busyShare` is for one lock alone. */
export function totalOfAll(facts: PointFacts, ofLock: boolean): HistorySeries['total'] {
  const { grid, nowMs, histograms } = facts;
  const passedMs = Math.max(1, Math.min(grid.endMs, nowMs) - grid.firstMs);
  const histogram = (measure: Measure) =>
    merge(grid.startsMs.flatMap((startMs) => histograms.get(histogramName(measure, startMs)) ?? []));
  const total = figuresOf(facts, grid.startsMs, passedMs, histogram);
  return { ...total, busyShare: ofLock && total.held !== null ? Math.min(1, total.held) : null };
}

function figuresOf(
  facts: PointFacts,
  starts: readonly number[],
  passedMs: number,
  histogram: (measure: Measure) => Histogram | undefined,
): Omit<HistoryPoint, 'startMs' | 'partial'> {
  const { ofTargets, waitersKnown } = facts;
  const watched = starts.flatMap((start) => facts.targets.get(start) ?? []);
  const coveredMs = watched.reduce((sum, row) => sum + row.coveredMs, 0);
  const covered = Math.min(1, coveredMs / (passedMs * Math.max(1, ofTargets)));
  if (coveredMs === 0) return { ...NOTHING, covered };
  const sums = added(starts.flatMap((start) => facts.own.get(start) ?? []));
  const heldMs = facts.heldMs
    ? starts.reduce((sum, start) => sum + (facts.heldMs?.get(start) ?? 0), 0)
    : sums.heldMs;
  // Each target's time is its own: two that are watched for a minute tell of one minute.
  const timeMs = coveredMs / Math.max(1, ...watched.map(({ subjects }) => subjects));
  return {
    covered,
    held: heldMs / timeMs,
    heldMax: Math.max(sums.heldMax, heldMs > 0 ? 1 : 0),
    waiting: waitersKnown ? sums.waiterMs / timeMs : null,
    waitingMax: waitersKnown ? sums.waitersMax : null,
    longestWaitMs: waitersKnown && sums.waitedMax > 0 ? sums.waitedMax : null,
    waiterSeconds: waitersKnown ? sums.waiterMs / 1000 : null,
    acquisitions: sums.acquisitions,
    releases: sums.releases,
    lapses: sums.lapses,
    lost: sums.lost,
    forced: sums.forced,
    takenOver: sums.takenOver,
    renewals: sums.renewals,
    hold: percentilesOf(histogram('hold')),
    wait: percentilesOf(histogram('wait')),
    gap: percentilesOf(histogram('gap')),
  };
}

/** Figures of a time that nobody watched. */
export const NOTHING = {
  held: null,
  heldMax: null,
  waiting: null,
  waitingMax: null,
  longestWaitMs: null,
  waiterSeconds: null,
  acquisitions: null,
  releases: null,
  lapses: null,
  lost: null,
  forced: null,
  takenOver: null,
  renewals: null,
  hold: null,
  wait: null,
  gap: null,
};

const NONE: Sums = {
  acquisitions: 0,
  releases: 0,
  lapses: 0,
  lost: 0,
  forced: 0,
  takenOver: 0,
  renewals: 0,
  heldMs: 0,
  heldMax: 0,
  waiterMs: 0,
  waitersMax: 0,
  waitedMax: 0,
};

/** Sums of several buckets; of what was held or waited at once, the most. */
function added(rows: readonly BucketSums[]): Sums {
  const sums = { ...NONE };
  for (const row of rows) {
    for (const name of Object.keys(NONE) as (keyof Sums)[]) {
      if (name === 'heldMax' || name === 'waitersMax' || name === 'waitedMax')
        sums[name] = Math.max(sums[name], row[name]);
      else sums[name] += row[name];
    }
  }
  return sums;
}

function percentilesOf(histogram: Histogram | undefined): Percentiles | null {
  if (!histogram) return null;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((p) => percentile(histogram, p));
  if (p50 == null || p95 == null || p99 == null) return null;
  return { p50, p95, p99, count: histogramTotalOf(histogram) };
}
