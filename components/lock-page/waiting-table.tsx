'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';

const BUCKET_MS = 10_000;
const PER_MINUTE = 60_000 / BUCKET_MS;

/** The chart of waiters as a table: the highest of every minute, newest first. */
export function WaitingOverTimeTable({
  series,
  nowMs,
}: {
  series: readonly (number | null)[];
  nowMs: number;
}) {
  const t = useT('lock');
  const format = useFormat();
  const startMs = nowMs - series.length * BUCKET_MS;
  const minutes = Array.from({ length: Math.ceil(series.length / PER_MINUTE) }, (_, i) => {
    const known = series.slice(i * PER_MINUTE, (i + 1) * PER_MINUTE).filter((value) => value !== null);
    return {
      atMs: startMs + i * PER_MINUTE * BUCKET_MS,
      most: known.length === 0 ? null : Math.max(...known),
    };
  }).reverse();
  return (
    <DataTable
      caption={t('waiters.caption')}
      label={t('waiters.title')}
      scroll="max-h-44 overflow-y-auto"
      sticky
      columns={[
        { id: 'time', head: t('waiters.time'), cell: ({ atMs }) => format.clock(atMs, false) },
        {
          id: 'waiters',
          head: t('waiters.title'),
          end: true,
          cell: ({ most }) => (most === null ? t('waiters.gap') : format.count(most)),
        },
      ]}
      rows={minutes}
      rowKey={({ atMs }) => atMs}
      headClass="h-7"
      rowClass="h-6"
    />
  );
}
