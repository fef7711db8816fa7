'use client';

import { useMemo } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { HistorySeries } from '@/lib/contract/history/history';
import type { ChartModel } from '../charts/chart-model';
import { ChartPanel, type ChartPanelProps } from '../charts/chart-panel';
import {
  busyChart,
  type ChartWords,
  type Earlier,
  heldWaitingChart,
  mishapsChart,
  timesChart,
  turnoverChart,
} from './series-charts';
import { useNotes } from './use-notes';
import { useSummaries } from './use-summaries';

type Id = 'held' | 'busy' | 'wait' | 'hold' | 'turnover' | 'mishaps';

const MODELS: Record<Id, (answer: HistorySeries, words: ChartWords, earlier: Earlier | null) => ChartModel> =
  {
    held: heldWaitingChart,
    busy: busyChart,
    wait: (answer, words, earlier) => timesChart('wait', answer, words, earlier),
    hold: (answer, words, earlier) => timesChart('hold', answer, words, earlier),
    turnover: turnoverChart,
    mishaps: (answer, words) => mishapsChart(answer, words),
  };

type Props = { id: Id; answer: HistorySeries; earlier?: Earlier | null } & Omit<
  ChartPanelProps,
  'id' | 'title' | 'hint' | 'note' | 'summary' | 'model' | 'nameOf'
>;

/** One of the charts of a series. A compact one has no room for the length of its buckets. */
export function SeriesPanel({ id, answer, earlier = null, ...rest }: Props) {
  const t = useT('historyCharts');
  const format = useFormat();
  const summary = useSummaries();
  const notes = useNotes(answer);
  const model = useMemo(() => MODELS[id](answer, { t, format }, earlier), [id, answer, earlier, t, format]);
  const bucket = format.span(answer.pointMs);
  const perBucket = rest.compact ? undefined : t('hint.bucket', { bucket });
  const about = {
    held: { hint: perBucket, note: notes.waiting, summary: summary.heldWaiting },
    busy: { hint: t('hint.busy'), note: notes.held, summary: summary.busy },
    wait: {
      hint: t('hint.log'),
      note: notes.wait,
      summary: (of: HistorySeries) => summary.times('wait', of),
    },
    hold: {
      hint: t('hint.log'),
      note: notes.hold,
      summary: (of: HistorySeries) => summary.times('hold', of),
    },
    turnover: { hint: perBucket, note: notes.counts, summary: summary.turnover },
    mishaps: { hint: t('hint.mishaps', { bucket }), note: notes.counts, summary: summary.mishaps },
  }[id];
  return (
    <ChartPanel
      {...rest}
      id={id}
      title={t(`title.${id}`)}
      hint={about.hint}
      note={about.note}
      summary={about.summary(answer)}
      model={model}
    />
  );
}
