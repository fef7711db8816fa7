'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ScrollRegion } from '@/components/ui/scroll-region';

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
    <ScrollRegion label={t('waiters.title')} className="max-h-44 overflow-y-auto">
      <table className="num w-full">
        <caption className="sr-only">{t('waiters.caption')}</caption>
        <thead className="sticky top-0 bg-surface text-3 text-xs">
          <tr className="h-7 [&>th]:px-3">
            <th scope="col">{t('waiters.time')}</th>
            <th scope="col" className="text-end">
              {t('waiters.title')}
            </th>
          </tr>
        </thead>
        <tbody>
          {minutes.map(({ atMs, most }) => (
            <tr key={atMs} className="h-6 border-line border-t [&>td]:px-3">
              <td>{format.clock(atMs, false)}</td>
              <td className="text-end">{most === null ? t('waiters.gap') : format.count(most)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
