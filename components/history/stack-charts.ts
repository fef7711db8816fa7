import type { DebtSeries, HorizonSeries } from '@/lib/contract/history/history';
import { linearAxis } from '../charts/axes';
import {
  bucketsOf,
  type ChartBucket,
  type ChartModel,
  type ChartSeries,
  highestOf,
} from '../charts/chart-model';
import type { ChartWords } from '../history-parts/series-charts';

const STYLES = [
  { colour: '--series-1' },
  { colour: '--series-2', pattern: 'diagonal' },
  { colour: '--series-3', pattern: 'dots' },
  { colour: '--series-4', pattern: 'vertical' },
  { colour: '--series-5', pattern: 'crossed' },
] as const;

/** Contention debt by point: the locks with the most of it, and on top of them all others. */
export function debtChart(answer: DebtSeries, { t, format }: ChartWords): ChartModel {
  const locks: ChartSeries[] = answer.locks.slice(0, STYLES.length).map(({ id, key, points }, i) => ({
    id: `lock ${id}`,
    label: key,
    values: points,
    fill: 0.85,
    ...(STYLES[i] ?? STYLES[0]),
  }));
  const others: ChartSeries = {
    id: 'others',
    label: t('others'),
    values: answer.others,
    colour: '--line-strong',
    fill: 0.7,
  };
  return stacked(answer, answer.startsMs, [...locks, others], format.seconds, false);
}

const HORIZON = [
  { id: 'within10s', colour: '--contended-mark', fill: 0.85 },
  { id: 'within1m', colour: '--held-mark', fill: 0.9 },
  { id: 'within10m', colour: '--held-mark', fill: 0.6 },
  { id: 'within1h', colour: '--held-mark', fill: 0.4 },
  { id: 'later', colour: '--held-mark', fill: 0.2 },
  { id: 'never', colour: '--risk-mark', fill: 0.85, pattern: 'diagonal' },
] as const;

/** How long held locks had left, the soonest at the bottom. */
export function horizonChart(answer: HorizonSeries, { t, format }: ChartWords): ChartModel {
  const series: ChartSeries[] = HORIZON.map(({ id, ...style }) => ({
    id,
    label: t(`horizon.${id}`),
    values: answer.points.map(({ counts }) => counts?.[id] ?? null),
    ...style,
  }));
  const starts = answer.points.map(({ startMs }) => startMs);
  return stacked(answer, starts, series, format.count, true);
}

type Answer = { fromMs: number; toMs: number; pointMs: number; nowMs: number };

function stacked(
  answer: Answer,
  startsMs: readonly number[],
  series: ChartSeries[],
  format: (value: number) => string,
  whole: boolean,
): ChartModel {
  const buckets = bucketsOf(
    startsMs.map((startMs) => ({ startMs })),
    answer,
  );
  return {
    fromMs: answer.fromMs,
    toMs: answer.toMs,
    buckets,
    series,
    shape: 'step',
    stacked: true,
    named: 'below',
    axis: linearAxis(highestOf(series, true), whole),
    gaps: unknownTimes(buckets, series, answer.nowMs),
    format,
    columns: series.map(({ label, values }) => ({ label, values, format })),
  };
}

/** Runs of buckets of which no series knows anything; what is still to come is none. */
function unknownTimes(
  buckets: readonly ChartBucket[],
  series: readonly ChartSeries[],
  nowMs: number,
): { fromMs: number; toMs: number }[] {
  const gaps: { fromMs: number; toMs: number }[] = [];
  buckets.forEach(({ startMs, endMs }, i) => {
    if (startMs >= nowMs || series.some(({ values }) => (values[i] ?? null) !== null)) return;
    const last = gaps.at(-1);
    if (last && last.toMs === startMs) last.toMs = endMs;
    else gaps.push({ fromMs: startMs, toMs: endMs });
  });
  return gaps;
}
