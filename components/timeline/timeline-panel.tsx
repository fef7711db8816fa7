'use client';

import { ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { TableToggle } from '@/components/ui/table-toggle';
import type { TimelineOf } from '@/lib/api/past-queries';
import { queryString } from '@/lib/contract/request';
import type { Last } from '../charts/range';
import { RangeSwitch } from './range-switch';
import { TimelineBody } from './timeline-body';
import { TimelineLegend } from './timeline-legend';
import { type UseRangeView, useRangeView } from './use-range-view';
import { zoomView } from './view';

const LASTS = ['15m', '1h', '24h', '7d'] as const satisfies Last[];
/** Length at first; around a moment of the past what lies close to it matters. */
const FIRST = { now: '1h', past: '15m' } as const;
/** Enough for a panel; the page shows ten times as many. */
const LIMIT = 1_000;

type Props = {
  of: TimelineOf;
  className?: string;
  /** A moment that it stands around, and that is marked. */
  cursorMs?: number | null;
  onMoment?: (atMs: number) => void;
};

/** Who had it when, in a panel of another page, with the way to the whole of it. */
export function TimelinePanel({ of, className, cursorMs = null, onMoment }: Props) {
  const t = useT('timeline');
  const format = useFormat();
  const range = useRangeView(cursorMs === null ? FIRST.now : FIRST.past, cursorMs);
  const [asTable, setAsTable] = useState(false);
  const { view } = range;
  return (
    <Panel
      title={t('title')}
      hint={t(of.by === 'lock' ? 'hint' : 'hintLocks', {
        from: format.clock(view.fromMs, false),
        to: format.clock(Math.min(view.toMs, range.nowMs), false),
      })}
      right={
        <>
          <TimelineLegend className="max-xl:hidden" />
          <TableToggle on={asTable} onChange={setAsTable} />
        </>
      }
      {...(className && { className })}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 pt-2">
        <RangeSwitch range={range} lasts={LASTS} />
        <ZoomButtons range={range} />
        <WholeLink of={of} range={range} />
      </div>
      <TimelineBody
        of={of}
        range={range}
        asTable={asTable}
        limit={LIMIT}
        mostLanes={8}
        cursorMs={cursorMs}
        onMoment={onMoment}
      />
      <TimelineLegend className="px-3 pb-2 xl:hidden" />
    </Panel>
  );
}

export function ZoomButtons({ range }: { range: UseRangeView }) {
  const t = useT('timeline');
  const { view, nowMs } = range;
  const zoom = (by: number) => range.set(zoomView(view, by, (view.fromMs + view.toMs) / 2, nowMs));
  return (
    <span className="flex">
      <Button
        size="sm"
        variant="ghost"
        square
        aria-label={t('zoomOut')}
        title={t('zoomOut')}
        icon={<ZoomOut size={14} aria-hidden />}
        onClick={() => zoom(2)}
      />
      <Button
        size="sm"
        variant="ghost"
        square
        aria-label={t('zoomIn')}
        title={t('zoomIn')}
        icon={<ZoomIn size={14} aria-hidden />}
        onClick={() => zoom(0.5)}
      />
    </span>
  );
}

/** The way to the page of the timeline alone, with the same stretch of time. */
function WholeLink({ of, range: { view, last } }: { of: TimelineOf; range: UseRangeView }) {
  const t = useT('timeline');
  const [target] = useTarget();
  const { by: _, ...which } = of;
  const when = last === null ? { from: Math.round(view.fromMs), to: Math.round(view.toMs) } : { last };
  return (
    <Link
      href={`/timeline${queryString({ target, ...which, ...when })}`}
      className="ms-auto inline-flex min-h-6 items-center font-medium text-info text-sm hover:underline"
    >
      {t('whole')}
    </Link>
  );
}
