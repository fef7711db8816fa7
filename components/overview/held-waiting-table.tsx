import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { Overview, SeriesBucket } from '@/lib/contract/overview';

const MINUTE_MS = 60_000;

/** Highest of every minute, newest first; null = nothing is known of that minute. */
function minutesOf(series: readonly SeriesBucket[]): SeriesBucket[] {
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
    <DataTable
      caption={t('chart.caption')}
      scroll="max-h-64 overflow-y-auto"
      columns={[
        { id: 'time', names: true, cellClass: 'text-2', cell: ({ startMs }) => format.clock(startMs, false) },
        { id: 'held', end: true, cell: ({ held }) => shown(held) },
        { id: 'waiting', end: true, cell: ({ waiting }) => shown(waiting) },
      ]}
      heads={(id) => t(`chart.${id}`)}
      rows={minutesOf(overview.series)}
      rowKey={({ startMs }) => startMs}
      rowClass="h-7"
    />
  );
}
