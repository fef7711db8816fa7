import { useMemo } from 'react';
import { closeAxis, linearAxis } from '@/components/charts/axes';
import { bucketsOf, type ChartModel, highestOf, spread } from '@/components/charts/chart-model';
import { PlainChart } from '@/components/charts/plain-chart';
import { gapsOf } from '@/components/charts/runs';
import { useFormat } from '@/components/i18n/use-format';
import { type T, useT } from '@/components/i18n/use-t';
import type { Overview } from '@/lib/contract/overview';
import type { Formatter } from '@/lib/i18n/format';

/** Two bands over one axis of time: held around its range, waiting from zero. */
export function HeldWaitingChart({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const format = useFormat();
  const model = useMemo(() => modelOf(overview, t, format), [overview, t, format]);
  const [held, waiting] = model.series.map(({ values }) => spread(values));
  const shown = (value: number | null | undefined) =>
    value == null ? t('chart.unknownNow') : format.count(value);
  const summary = t('chart.summary', {
    heldLow: shown(held?.low),
    heldHigh: shown(held?.high),
    held: shown(held?.last),
    waitingLow: shown(waiting?.low),
    waitingHigh: shown(waiting?.high),
    waiting: shown(waiting?.last),
  });
  return <PlainChart model={model} summary={summary} className="min-h-[248px] flex-1" />;
}

function modelOf({ series, bucketMs, nowMs }: Overview, t: T<'overview'>, format: Formatter): ChartModel {
  const fromMs = series[0]?.startMs ?? nowMs - bucketMs;
  const range = { fromMs, toMs: nowMs, pointMs: bucketMs, nowMs };
  const held = series.map((bucket) => bucket.held);
  const waiting = series.map((bucket) => bucket.waiting);
  const { low, high } = spread(held) ?? { low: 0, high: 1 };
  const startOf = (bucket: number) => fromMs + bucket * bucketMs;
  return {
    ...range,
    buckets: bucketsOf(series, range),
    series: [
      { id: 'held', label: t('chart.held'), values: held, colour: '--held-mark', upper: true },
      {
        id: 'waiting',
        label: t('chart.waiting'),
        values: waiting,
        colour: '--contended-mark',
        fill: 0.16,
      },
    ],
    shape: 'step',
    named: 'beside',
    unknown: t('chart.unknownNow'),
    axis: linearAxis(highestOf([{ values: waiting }])),
    upperAxis: closeAxis(low, high),
    gaps: gapsOf(held).map(({ start, length }) => ({
      fromMs: startOf(start),
      toMs: startOf(start + length),
    })),
    format: format.count,
    columns: [],
  };
}
