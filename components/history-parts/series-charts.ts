import type { T } from '@/components/i18n/use-t';
import type { HistoryPoint, HistorySeries, Percentiles } from '@/lib/contract/history/history';
import type { Formatter } from '@/lib/i18n/format';
import { closeAxis, linearAxis, logAxis } from '../charts/axes';
import { bucketsOf, type ChartModel, type ChartSeries, type Column, highestOf } from '../charts/chart-model';
import { amount } from './amount';

export type ChartWords = { t: T<'historyCharts'>; format: Formatter };

/** The same figures of an earlier range, to compare with: `shiftMs` before. `nameOf` = of one of its lines. */
export type Earlier = { answer: HistorySeries; shiftMs: number; nameOf(label: string): string };

/** What every chart of one answer shares. */
function base(answer: HistorySeries): Pick<ChartModel, 'fromMs' | 'toMs' | 'buckets' | 'gaps'> {
  const { fromMs, toMs, points, gaps } = answer;
  return { fromMs, toMs, buckets: bucketsOf(points, answer), gaps };
}

type Figure = Exclude<keyof HistoryPoint, 'startMs' | 'partial' | 'hold' | 'wait' | 'gap'>;
const valuesOf = ({ points }: HistorySeries, name: Figure) => points.map((point) => point[name]);

/**
 * A line of the earlier range, fainter, under the buckets of this one; nothing without one. Its buckets may be longer: what is
 * counted a bucket (`isCount`) is as much as would fall into one of these. What nobody watched then is not drawn.
 */
function earlierOf(
  { id, label, colour, upper }: ChartSeries,
  figureOf: (point: HistoryPoint) => number | null,
  { points, pointMs }: HistorySeries,
  earlier: Earlier | null,
  isCount = false,
): ChartSeries[] {
  if (!earlier) return [];
  const { answer, shiftMs, nameOf } = earlier;
  const values = points.map(({ startMs }) => {
    const atMs = startMs + pointMs / 2 - shiftMs;
    const then = answer.points.find(
      (point) => point.startMs <= atMs && atMs < point.startMs + answer.pointMs,
    );
    const value = then && then.covered > 0 ? figureOf(then) : null;
    return value === null || !isCount ? value : Math.round((value * pointMs) / answer.pointMs);
  });
  return [
    {
      id: `earlier ${id}`,
      label: nameOf(label),
      values,
      colour,
      dash: '2 4',
      faint: true,
      ...(upper && { upper }),
    },
  ];
}

/** Locks held around their range, and waiting clients from zero below. */
export function heldWaitingChart(
  answer: HistorySeries,
  { t, format }: ChartWords,
  earlier: Earlier | null = null,
): ChartModel {
  const [held, waiting, most] = [
    valuesOf(answer, 'held'),
    valuesOf(answer, 'waiting'),
    valuesOf(answer, 'waitingMax'),
  ];
  const text = (value: number) => amount(value, format);
  const ofHeld: ChartSeries = {
    id: 'held',
    label: t('held'),
    values: held,
    colour: '--held-mark',
    upper: true,
  };
  const ofWaiting: ChartSeries = {
    id: 'waiting',
    label: t('waiting'),
    values: waiting,
    colour: '--contended-mark',
    fill: 0.16,
  };
  const then = [
    ...earlierOf(ofHeld, (point) => point.held, answer, earlier),
    ...earlierOf(ofWaiting, (point) => point.waiting, answer, earlier),
  ];
  const series: ChartSeries[] = [
    ofHeld,
    ofWaiting,
    {
      id: 'most',
      label: t('waitingMax'),
      values: most,
      colour: '--contended-mark',
      dash: '1.5 2.5',
      faint: true,
    },
    ...then,
  ];
  const known = series
    .filter(({ upper }) => upper)
    .flatMap(({ values }) => values.filter((value) => value !== null));
  return {
    ...base(answer),
    series,
    shape: 'step',
    axis: linearAxis(highestOf(series.filter(({ upper }) => !upper))),
    upperAxis: known.length > 0 ? closeAxis(Math.min(...known), Math.max(...known)) : linearAxis(0),
    format: text,
    columns: [
      { label: t('column.held'), values: held, format: text },
      { label: t('column.heldMax'), values: valuesOf(answer, 'heldMax'), format: format.count },
      { label: t('column.waiting'), values: waiting, format: text },
      { label: t('column.waitingMax'), values: most, format: format.count },
      { label: t('column.waiterSeconds'), values: valuesOf(answer, 'waiterSeconds'), format: format.seconds },
      ...then.map(({ label, values }) => ({ label, values, format: text })),
    ],
  };
}

/** Part of the time that one lock was held. */
export function busyChart(
  answer: HistorySeries,
  { t, format }: ChartWords,
  earlier: Earlier | null = null,
): ChartModel {
  const busy = ({ held }: HistoryPoint) => (held === null ? null : Math.min(1, held));
  const values = answer.points.map(busy);
  const now: ChartSeries = { id: 'busy', label: t('busy'), values, colour: '--series-1', fill: 0.18 };
  const series = [now, ...earlierOf(now, busy, answer, earlier)];
  return {
    ...base(answer),
    series,
    shape: 'step',
    axis: { scale: 'linear', low: 0, high: 1, ticks: [0, 0.5, 1] },
    format: format.share,
    columns: series.map(({ label, values: of }, i) => ({
      label: i === 0 ? t('column.busy') : label,
      values: of,
      format: format.share,
    })),
  };
}

/** So many points without a wait that ended are silence. */
const SILENT_POINTS = 4;

const PERCENTILES = [
  { id: 'p50', colour: '--series-1' },
  { id: 'p95', colour: '--series-2', dash: '6 3' },
  { id: 'p99', colour: '--series-4', dash: '1.5 2.5' },
] as const;

/** Of all percentiles this one is compared: six lines would be read by nobody. */
const COMPARED = 'p95';

/** Who waits and waits ends no wait, and is in no percentile. */
const OLDEST = { id: 'oldest', colour: '--contended-mark', dash: '10 3 2 3' } as const;

/** Percentiles of hold or wait times on a logarithmic axis; holds with the lease as a level, waits with the longest so far. */
export function timesChart(
  of: 'hold' | 'wait',
  answer: HistorySeries,
  { t, format }: ChartWords,
  earlier: Earlier | null = null,
): ChartModel {
  const points: readonly (Percentiles | null)[] = answer.points.map((point) => point[of]);
  const leaseMs = of === 'hold' ? answer.leaseMs : null;
  const series: ChartSeries[] = PERCENTILES.map(({ id, ...style }) => ({
    id,
    label: id,
    values: points.map((point) => point?.[id] ?? null),
    ...style,
  }));
  if (of === 'wait')
    series.push({ ...OLDEST, label: t('oldest'), values: valuesOf(answer, 'longestWaitMs') });
  const p95 = series.find(({ id }) => id === COMPARED);
  if (p95) series.push(...earlierOf(p95, (point) => point[of]?.[COMPARED] ?? null, answer, earlier));
  const counts: Column = {
    label: t(`column.${of}s`),
    values: points.map((point, i) => point?.count ?? (answer.points[i]?.covered ? 0 : null)),
    format: format.count,
  };
  return {
    ...base(answer),
    series,
    shape: 'line',
    axis: logAxis([...series.flatMap(({ values }) => values), leaseMs]),
    levels: leaseMs === null ? [] : [{ value: leaseMs, label: t('lease', { lease: format.span(leaseMs) }) }],
    ...(of === 'wait' ? remarkOf(answer, { t, format }) : {}),
    format: format.span,
    columns: [...series.map(({ label, values }) => ({ label, values, format: format.span })), counts],
  };
}

/** Percentiles are of waits that ended: when none does although somebody waits, they fall silent, and it is said. */
function remarkOf({ points }: HistorySeries, { t, format }: ChartWords): Pick<ChartModel, 'remark'> {
  const watched = points.findLast(({ covered }) => covered > 0);
  const last = points.findLastIndex(({ wait }) => wait !== null);
  const since = points[last + 1];
  if (!watched?.waiting || !since || points.length - last < SILENT_POINTS) return {};
  const { startMs } = since;
  return { remark: { fromMs: startMs, text: t('noWait', { time: format.clock(startMs, false) }) } };
}

/** How often locks were taken and given back. */
export function turnoverChart(
  answer: HistorySeries,
  { t, format }: ChartWords,
  earlier: Earlier | null = null,
): ChartModel {
  const acquired: ChartSeries = {
    id: 'acquired',
    label: t('acquired'),
    values: valuesOf(answer, 'acquisitions'),
    colour: '--series-1',
    fill: 0.16,
  };
  const released: ChartSeries = {
    id: 'released',
    label: t('released'),
    values: valuesOf(answer, 'releases'),
    colour: '--series-3',
    dash: '5 3',
  };
  const renewals = {
    label: t('column.renewals'),
    values: valuesOf(answer, 'renewals'),
    format: format.count,
  };
  const then = earlierOf(acquired, (point) => point.acquisitions, answer, earlier, true);
  return counted(answer, [acquired, released, ...then], format, [renewals]);
}

const MISHAPS = [
  { id: 'lapses', colour: '--risk-mark', fill: 0.85 },
  { id: 'forced', colour: '--info-mark', fill: 0.85, pattern: 'diagonal' },
  { id: 'lost', colour: '--lost-mark', fill: 0.85, pattern: 'dots' },
  { id: 'takenOver', colour: '--contended-mark', fill: 0.85, pattern: 'vertical' },
] as const;

/** Holds that ended in another way than by a release. What never happened in the range is not drawn. */
export function mishapsChart(answer: HistorySeries, { t, format }: ChartWords): ChartModel {
  const all: ChartSeries[] = MISHAPS.map(({ id, ...style }) => ({
    id,
    label: t(`mishap.${id}`),
    values: valuesOf(answer, id),
    ...style,
  }));
  const shown = all.filter(
    ({ id, values }) => id === 'lapses' || id === 'forced' || values.some((value) => value),
  );
  const rest = all.filter((one) => !shown.includes(one));
  const more = rest.map(({ label, values }) => ({ label, values, format: format.count }));
  return { ...counted(answer, shown, format, more), stacked: true, axis: linearAxis(highestOf(shown, true)) };
}

function counted(
  answer: HistorySeries,
  series: ChartSeries[],
  format: Formatter,
  more: Column[],
): ChartModel {
  return {
    ...base(answer),
    series,
    shape: 'step',
    axis: linearAxis(highestOf(series)),
    format: format.count,
    columns: [...series.map(({ label, values }) => ({ label, values, format: format.count })), ...more],
  };
}
