import dynamic from 'next/dynamic';
import { useNow } from '@/components/app/live-provider';
import { useMoment } from '@/components/app/use-moment';
import { rangeAt } from '@/components/charts/range';
import { HandoverMenu } from '@/components/history-parts/handover-menu';
import { TimelinePanel } from '@/components/timeline/timeline-panel';
import { cx } from '@/components/ui/cx';
import { type LockId, parseLockId } from '@/lib/domain/keys/lock-id';
import { LastHourLoading } from './last-hour-loading';

// What draws charts is not in the first load of any page.
const LockCharts = dynamic(() => import('./lock-charts').then((module) => module.LockCharts), {
  ssr: false,
  loading: LastHourLoading,
});

const WhatIfPanel = dynamic(
  () => import('@/components/history-parts/what-if-panel').then((module) => module.WhatIfPanel),
  { ssr: false },
);

type Props = { id: LockId; className?: string };

/** Who had it when; a hold that is pointed at is looked back to. */
export function OwnershipPanel({ id, className }: Props) {
  const { setAt } = useMoment();
  return (
    <TimelinePanel
      of={{ by: 'lock', lock: id }}
      onMoment={(atMs) => setAt(atMs)}
      {...(className && { className })}
    />
  );
}

/** Its last hour in charts; takes no room while there is no history. */
export function LastHour({ id, className }: Props) {
  return (
    <div className={cx('flex flex-col gap-1.5 empty:hidden', className)}>
      <LockCharts id={id} />
    </div>
  );
}

/** What another lease, hold time, number of locks or queue would have done. */
export function LockWhatIf({ id, className }: Props) {
  const scope = { target: parseLockId(id)?.target ?? null, family: null, lock: id };
  return (
    <div className={cx('empty:hidden', className)}>
      <WhatIfPanel scope={scope} />
    </div>
  );
}

/** All that is known of the lock and its last hour, as a file; `link` = as a link in the header of a panel. */
export function Handover({ id, link = false }: { id: LockId; link?: boolean }) {
  const nowMs = useNow(5_000);
  const scope = { target: parseLockId(id)?.target ?? null, family: null, lock: id };
  return nowMs === 0 ? null : (
    <HandoverMenu link={link} scope={scope} range={() => rangeAt({ last: '1h' }, nowMs)} />
  );
}
