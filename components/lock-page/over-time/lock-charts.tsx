'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useDeferredValue, useMemo } from 'react';
import { useNow } from '@/components/app/live-provider';
import { CrosshairProvider } from '@/components/charts/crosshair';
import { rangeAt, refreshMs } from '@/components/charts/range';
import { SeriesPanel } from '@/components/history-parts/series-panel';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { historyQueries, rangeAsked, type TimeRange } from '@/lib/api/history-queries';
import type { HistorySeries } from '@/lib/contract/history/history';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import type { HistoryMark } from '@/lib/contract/history/past';
import { endpointPath, queryString } from '@/lib/contract/request';
import { type LockId, parseLockId } from '@/lib/domain/keys/lock-id';
import { LastHourLoading } from './last-hour-loading';

const LAST = { last: '1h' } as const;
const NO_MARKS: readonly HistoryMark[] = [];

/** The last hour of one lock in three charts, and the way to all of its history. Nothing while there is no history. */
export function LockCharts({ id }: { id: LockId }) {
  const scope = useMemo(
    (): HistoryScope => ({ target: parseLockId(id)?.target ?? null, family: null, lock: id }),
    [id],
  );
  const nowMs = useNow(refreshMs(LAST));
  const range = useMemo(() => rangeAt(LAST, nowMs), [nowMs]);
  const asked = nowMs > 0;
  const { data, failureReason } = useQuery({ ...historyQueries.series(scope, range), enabled: asked });
  const { data: marks } = useQuery({ ...historyQueries.marks(scope, range), enabled: asked });
  // Drawn in slices: whatever is typed or pointed at meanwhile comes first.
  const answer = useDeferredValue(data);
  if (!answer) return failureReason ? null : <LastHourLoading />;
  return (
    <CrosshairProvider>
      <Charts answer={answer} scope={scope} marks={marks?.marks ?? NO_MARKS} />
    </CrosshairProvider>
  );
}

type ChartsProps = { answer: HistorySeries; scope: HistoryScope; marks: readonly HistoryMark[] };

function Charts({ answer, scope, marks }: ChartsProps) {
  const t = useT('historyCharts');
  const format = useFormat();
  const router = useRouter();
  const { fromMs, toMs, pointMs } = answer;
  const where = (more: Record<string, string | number>) =>
    `/history${queryString({ target: scope.target, lock: scope.lock, ...more })}`;
  const common = {
    answer,
    marks,
    moving: true,
    compact: true,
    json: endpointPath('GET /api/history/series', { query: rangeAsked(scope, { fromMs, toMs }) }),
    onZoom: (to: TimeRange) => router.push(where({ from: Math.round(to.fromMs), to: Math.round(to.toMs) })),
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-3">
        <SeriesPanel {...common} id="held" />
        <SeriesPanel {...common} id="wait" />
        <SeriesPanel {...common} id="hold" />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 px-1 text-3 text-sm">
        {t('lastHour.of', { bucket: format.span(pointMs) })}
        <Link
          href={where({ last: LAST.last })}
          className="inline-flex min-h-6 items-center font-medium text-info hover:underline"
        >
          {t('lastHour.whole')}
        </Link>
      </p>
    </>
  );
}
