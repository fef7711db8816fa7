import { Hourglass } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { HistorySeries } from '@/lib/contract/history/history';
import { useRecordsSince } from '../history-parts/use-records-since';

/** Says why a range has no figures at all: nothing was recorded yet, or nobody watched then. As high whichever it says. */
export function HistoryEmpty({ answer }: { answer: HistorySeries }) {
  const t = useT('history');
  const format = useFormat();
  const sinceMs = useRecordsSince();
  if (answer.points.some(({ covered }) => covered > 0)) return null;
  const since = sinceMs === null ? null : format.moment(sinceMs);
  const text =
    since === null
      ? t('empty.never')
      : sinceMs !== null && sinceMs >= answer.toMs
        ? t('empty.before', { since })
        : t('empty.unwatched', { since });
  return (
    <p className="panel flex items-center gap-2 px-3 py-2.5 text-2 max-sm:min-h-15.5">
      <Hourglass size={16} aria-hidden className="shrink-0 text-3" />
      {text}
    </p>
  );
}
