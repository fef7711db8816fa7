import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useSize } from '@/components/ui/use-size';
import type { Overview } from '@/lib/contract/overview';
import { ChartBands } from './chart-bands';

/** The chart: a summary for those who cannot see it, then the bands at the size of the panel. */
export function HeldWaitingChart({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const format = useFormat();
  const [ref, size] = useSize();
  const held = rangeOf(overview.series.map((bucket) => bucket.held));
  const waiting = rangeOf(overview.series.map((bucket) => bucket.waiting));
  const shown = (value: number | null) => (value === null ? t('chart.unknownNow') : format.count(value));
  const summary = t('chart.summary', {
    heldLow: shown(held.low),
    heldHigh: shown(held.high),
    held: shown(held.last),
    waitingLow: shown(waiting.low),
    waitingHigh: shown(waiting.high),
    waiting: shown(waiting.last),
  });
  return (
    <figure className="relative min-h-[248px] flex-1" ref={ref}>
      <figcaption className="sr-only">{summary}</figcaption>
      {size ? <ChartBands overview={overview} size={size} /> : null}
    </figure>
  );
}

function rangeOf(values: readonly (number | null)[]) {
  const known = values.filter((value) => value !== null);
  return {
    low: known.length > 0 ? Math.min(...known) : null,
    high: known.length > 0 ? Math.max(...known) : null,
    last: values.at(-1) ?? null,
  };
}
