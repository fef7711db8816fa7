import type { HistoryPoint, HistorySeries, Percentiles } from '../../lib/contract/history/history';
import { HISTOGRAM_ERROR } from '../../lib/history/database/histogram';
import { ERROR } from './error';
import { type Expected, heldMs, type Interval, renewalsOf, waitedMs } from './expected';
import { expect, type Incident } from './fixture';
import { expectBetween, expectNear } from './near';
import { middleOf, type TrueHold, type TrueWait, widthOf } from './truth';

type Facts = { holds: TrueHold[]; waits: TrueWait[]; what: string };

/** Counts, time held, waiter-seconds and percentiles of a range and of each of its buckets. */
export function compareSeries(incident: Incident, series: HistorySeries, facts: Facts): void {
  const { range } = incident;
  const { what } = facts;
  expect(series.pointMs, `${what}: buckets`).toBe(10_000);
  expect(series.points.map(({ startMs }) => startMs)).toEqual(
    Array.from({ length: (range.toMs - range.fromMs) / 10_000 }, (_, i) => range.fromMs + i * 10_000),
  );
  compareCounts(series, facts);
  for (const point of series.points) {
    const bucket = { fromMs: point.startMs, toMs: point.startMs + series.pointMs };
    comparePoint(point, watchedIn(series, bucket), facts);
  }
  compareLongestWait(series, facts);
  const { hold } = series.total;
  expect(hold?.count ?? 0, `${what}: holds that ended`).toBe(facts.holds.length);
  for (const p of [50, 95, 99] as const) comparePercentile(hold, p, facts.holds, `${what}: hold`);
}

function compareCounts({ total, points }: HistorySeries, { holds, what }: Facts): void {
  const ended = (how: string) => holds.filter((hold) => hold.ended === how).length;
  const really = {
    acquisitions: holds.length,
    releases: ended('released'),
    lapses: ended('expired'),
    forced: ended('force-released'),
    lost: ended('lost'),
    takenOver: 0,
  };
  expect(total, what).toMatchObject(really);
  for (const name of Object.keys(really) as (keyof typeof really)[]) {
    const sum = points.reduce((all, point) => all + (point[name] ?? 0), 0);
    expect(sum, `${what}: ${name} of all buckets`).toBe(really[name]);
  }
  const renewals = renewalsOf(holds);
  if (renewals) expectBetween(total.renewals, renewals, `${what}: renewals`);
}

/**
 * Nobody is said to have waited longer than anybody did; and where it was never two at once whose order is not known, the one
 * who did is found.
 */
function compareLongestWait({ total }: HistorySeries, { waits, what }: Facts): void {
  const told = total.longestWaitMs;
  const longest = Math.max(0, ...waits.map(({ from, to }) => middleOf(to) - middleOf(from)));
  const error = 2 * (ERROR.countMs + ERROR.eventMs) + Math.max(0, ...waits.map(({ to }) => widthOf(to)));
  expect(told ?? 0, `${what}: longest wait`).toBeLessThanOrEqual(longest + error);
  const unordered = waits.filter(({ by }) => by === 'channel');
  const isAlone = (one: TrueWait) =>
    unordered.every((other) => other === one || other.key !== one.key || isApart(one, other));
  if (!unordered.every(isAlone)) return;
  expect(told ?? 0, `${what}: longest wait`).toBeGreaterThanOrEqual(longest - error);
}

function isApart(one: TrueWait, other: TrueWait): boolean {
  return one.to.latestMs < other.from.earliestMs || other.to.latestMs < one.from.earliestMs;
}

function comparePoint(point: HistoryPoint, watched: Interval[], facts: Facts): void {
  const what = `${facts.what}: ${new Date(point.startMs).toISOString()}`;
  const watchedMs = watched.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  if (watchedMs === 0) {
    expect(point.held, `${what}: nobody watched`).toBeNull();
    return;
  }
  const coveredMs = point.covered * 10_000;
  expectNear(coveredMs, { value: watchedMs, error: 1 }, `${what}: time watched`);
  const held = heldMs(facts.holds, watched);
  expectNear(timesMs(point.held, coveredMs), held, `${what}: time held`);
  const waited = waitedMs(facts.waits, watched);
  if (point.waiterSeconds === null) expect(facts.waits, `${what}: waiters`).toEqual([]);
  else expectNear(point.waiterSeconds * 1_000, waited, `${what}: waiters × ms`);
  const begun = facts.holds.filter(({ from }) => isWithin(middleOf(from), point.startMs)).length;
  const close = facts.holds.filter(({ from }) => isNearBorder(from)).length;
  expectNear(point.acquisitions, { value: begun, error: close }, `${what}: acquisitions`);
}

/** The percentile that is told is that of a time really held, in the order of the times, within both errors. */
function comparePercentile(told: Percentiles | null, p: 50 | 95 | 99, holds: TrueHold[], what: string): void {
  if (holds.length === 0) {
    expect(told, what).toBeNull();
    return;
  }
  const errorMs = 2 * ERROR.eventMs;
  const times = holds
    .map(({ from, to, ended }): Expected => {
      const heardMs = ended === 'lost' ? ERROR.heardMs : 0;
      const error = errorMs + heardMs + (widthOf(from) + widthOf(to)) / 2;
      return { value: middleOf(to) - middleOf(from), error };
    })
    .sort((a, b) => a.value - b.value);
  const { value, error } = times[Math.ceil((p / 100) * times.length) - 1] as Expected;
  const margin = error + (value + error) * HISTOGRAM_ERROR;
  expectNear(told?.[`p${p}`] ?? null, { value, error: margin }, `${what} p${p}`);
}

function watchedIn({ gaps }: HistorySeries, { fromMs, toMs }: Interval): Interval[] {
  let rest = [{ fromMs, toMs }];
  for (const gap of gaps) {
    rest = rest.flatMap((part) =>
      [
        { fromMs: part.fromMs, toMs: Math.min(part.toMs, gap.fromMs) },
        { fromMs: Math.max(part.fromMs, gap.toMs), toMs: part.toMs },
      ].filter((one) => one.fromMs < one.toMs),
    );
  }
  return rest;
}

function timesMs(share: number | null, ms: number): number | null {
  return share === null ? null : share * ms;
}

function isWithin(atMs: number, startMs: number): boolean {
  return atMs >= startMs && atMs < startMs + 10_000;
}

function isNearBorder(moment: TrueHold['from']): boolean {
  const most = ERROR.eventMs + widthOf(moment) / 2;
  const into = middleOf(moment) % 10_000;
  return into < most || into > 10_000 - most;
}
