'use client';

import { useMemo } from 'react';
import { linearAxis } from '@/components/charts/axes';
import { type ChartModel, highestOf, spread } from '@/components/charts/chart-model';
import { PlainChart } from '@/components/charts/plain-chart';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { usePaced } from '@/components/ui/use-paced';
import type { LockDetail } from '@/lib/contract/locks';
import type { Count } from '@/lib/domain/values/counted';
import type { Formatter } from '@/lib/i18n/format';

const CHART_MS = 5_000;
const BUCKET_MS = 10_000;

type Props = {
  detail: LockDetail;
  /** Waiters at this moment; the last bucket has the most of its ten seconds. */
  waiting: Count;
};

/** Waiters over 15 minutes as steps, drawn at most every five seconds; what was not known stays empty. */
export function WaitingChart({ detail, waiting }: Props) {
  const t = useT('lock');
  const format = useFormat();
  const shown = usePaced(detail, CHART_MS);
  const model = useMemo(() => modelOf(shown, format), [shown, format]);
  const known = spread(detail.waitingSeries);
  const summary = known
    ? t('waiters.chartSummary', {
        low: format.count(known.low),
        high: format.count(known.high),
        now: waiting.known ? format.count(waiting.count) : '?',
      })
    : t('waiters.chartUnknown');
  return (
    <div className="relative">
      <PlainChart model={model} summary={summary} className="h-28" />
      {waiting.known ? (
        <p aria-hidden className="num absolute end-3 top-0 font-semibold text-contended text-xs">
          {t('waiters.waitingNow', { count: format.count(waiting.count) })}
        </p>
      ) : null}
    </div>
  );
}

function modelOf({ waitingSeries: values, nowMs }: LockDetail, format: Formatter): ChartModel {
  const fromMs = nowMs - values.length * BUCKET_MS;
  return {
    fromMs,
    toMs: nowMs,
    buckets: values.map((_, i) => {
      const startMs = fromMs + i * BUCKET_MS;
      return { startMs, endMs: startMs + BUCKET_MS, partial: false };
    }),
    series: [{ id: 'waiting', label: '', values, colour: '--contended-mark', fill: 0.16 }],
    shape: 'step',
    named: 'below',
    axis: linearAxis(highestOf([{ values }])),
    gaps: [],
    format: format.count,
    columns: [],
  };
}
