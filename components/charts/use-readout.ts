'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { ChartModel, ChartSeries } from './chart-model';

export type Readout = {
  /** "14:02:10 – 14:02:20", with the day where the range has several. */
  time: string;
  rows: { series: ChartSeries; text: string }[];
  /** All of it in one sentence. */
  sentence: string;
};

const DAY_MS = 86_400_000;

/** What a chart says of one of its buckets; the topmost series first. */
export function useReadout(): (model: ChartModel, index: number) => Readout | null {
  const t = useT('historyCharts');
  const format = useFormat();
  return (model, index) => {
    const bucket = model.buckets[index];
    if (!bucket) return null;
    const { startMs, endMs, partial } = bucket;
    const isLong = model.toMs - model.fromMs >= DAY_MS;
    const seconds = !isLong;
    const day = isLong ? `${format.moment(startMs).slice(5, 10)} ` : '';
    const until = partial ? t('now') : format.clock(endMs, seconds);
    const time = `${day}${format.clock(startMs, seconds)} – ${until}`;
    const isUnwatched = model.gaps.some((gap) => gap.fromMs <= startMs && gap.toMs >= endMs);
    const ordered = model.stacked ? model.series.toReversed() : model.series;
    const rows = ordered.map((series) => {
      const value = series.values[index] ?? null;
      return { series, text: value === null ? t(isUnwatched ? 'gap' : 'nothing') : model.format(value) };
    });
    const said = rows.map(({ series, text }) => `${series.label} ${text}`).join(', ');
    return { time, rows, sentence: `${time}: ${said}` };
  };
}
