import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Lock } from '@/lib/contract/lock';
import { type LeaseView, leaseViewOf } from './lease-view';

type Props = { lock: Lock; nowMs: number; className?: string };

type ViewProps = { view: LeaseView; isRisk: boolean; className?: string | undefined };

/** What is left of a lease: a bar of 72 × 6 and the countdown at the right. `nowMs` on the console's clock. */
export function LeaseBar({ lock, nowMs, className }: Props) {
  const view = leaseViewOf(lock, nowMs || lock.known.atMs);
  return <LeaseViewBar view={view} isRisk={lock.state === 'at-risk'} className={className} />;
}

/** The same of a view that was already made. */
export function LeaseViewBar({ view, isRisk, className }: ViewProps) {
  return (
    <span className={cx('flex min-w-0 items-center justify-between gap-2', className)}>
      <Bar view={view} isRisk={isRisk} />
      <LeaseLeft view={view} isRisk={isRisk} />
    </span>
  );
}

/** The countdown, or the word that stands for it. */
export function LeaseLeft({ view, isRisk }: { view: LeaseView; isRisk: boolean }) {
  const t = useT('parts');
  const format = useFormat();
  if (view.is === 'counting') {
    return (
      <span className={cx('num text-end', isRisk && 'font-semibold text-risk')}>
        {format.duration(view.leftMs)}
      </span>
    );
  }
  const isLoud = view.is === 'over' || (isRisk && (view.is === 'never' || view.is === 'past'));
  return (
    <span
      title={t(`lease.title.${view.is}`)}
      className={cx('num text-end', isLoud ? 'font-semibold text-risk' : 'text-3')}
    >
      {t(`lease.${view.is}`)}
    </span>
  );
}

function Bar({ view, isRisk }: { view: LeaseView; isRisk: boolean }) {
  if (view.is === 'never') {
    return (
      <span
        aria-hidden
        className={cx(
          'h-0 w-[72px] shrink-0 border-t-[2px] border-dotted',
          isRisk ? 'border-risk-mark' : 'border-control',
        )}
      />
    );
  }
  if (view.is === 'own' || view.is === 'free') return <span aria-hidden />;
  if (view.is === 'absent' || view.is === 'unread') {
    return (
      <span
        aria-hidden
        className="h-1.5 w-[72px] shrink-0 rounded-[2px] border border-control border-dashed"
      />
    );
  }
  const share = view.is === 'counting' ? view.share : 0;
  const tick = view.is === 'counting' ? view.tick : null;
  return (
    <span aria-hidden className="relative h-1.5 w-[72px] shrink-0 rounded-[2px] bg-line">
      {share === null ? (
        <span className="absolute inset-0 rounded-[2px] border border-control border-dashed" />
      ) : (
        <span
          style={{ width: `${share * 100}%` }}
          className={cx(
            'absolute inset-y-0 start-0 rounded-[2px] transition-[width] duration-1000 ease-linear',
            isRisk ? 'bg-risk-mark' : 'bg-held-mark',
          )}
        />
      )}
      {tick === null ? null : (
        <span
          style={{ insetInlineStart: `${tick * 100}%` }}
          className="absolute -inset-y-[3px] w-px bg-inverse"
        />
      )}
    </span>
  );
}
