import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { Overview, SeriesBucket } from '@/lib/contract/overview';

const MINUTE_MS = 60_000;

/** Highest of every minute, newest first; null = nothing is known of that minute. */
export function minutesOf(series: readonly SeriesBucket[]): SeriesBucket[] {
  const minutes = new Map<number, SeriesBucket>();
  for (const bucket of series) {
    const startMs = Math.floor(bucket.startMs / MINUTE_MS) * MINUTE_MS;
    const known = minutes.get(startMs);
    minutes.set(startMs, {
      startMs,
      held: highest(known?.held, bucket.held),
      waiting: highest(known?.waiting, bucket.waiting),
      partial: bucket.partial,
    });
  }
  return [...minutes.values()].reverse();
}

function highest(a: number | null | undefined, b: number | null): number | null {
  return a == null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The table behind the chart. */
export function HeldWaitingTable({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const format = useFormat();
  const shown = (value: number | null) =>
    value === null ? <span className="text-3">{t('chart.gap')}</span> : format.count(value);
  return (
    <ScrollRegion label={t('chart.caption')} className="max-h-64 overflow-y-auto">
      <table className="num w-full">
        <caption className="sr-only">{t('chart.caption')}</caption>
        <thead className="text-3 text-xs">
          <tr className="h-8 border-line border-b">
            <th scope="col" className="px-3">
              {t('chart.time')}
            </th>
            <th scope="col" className="px-3 text-end">
              {t('chart.held')}
            </th>
            <th scope="col" className="px-3 text-end">
              {t('chart.waiting')}
            </th>
          </tr>
        </thead>
        <tbody>
          {minutesOf(overview.series).map((minute) => (
            <tr key={minute.startMs} className="h-7 border-line border-b last:border-b-0">
              <th scope="row" className="px-3 font-normal text-2">
                {format.clock(minute.startMs, false)}
              </th>
              <td className="px-3 text-end">{shown(minute.held)}</td>
              <td className="px-3 text-end">{shown(minute.waiting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
