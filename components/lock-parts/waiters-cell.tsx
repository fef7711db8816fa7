import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { Waiters } from '@/lib/domain/lock';

type Props = {
  waiters: Waiters;
  /** Places in the queue that lost their turn, of which the title tells. */
  ghosts?: number | null;
};

/** How many wait; a hollow ring where that cannot be counted. */
export function WaitersCell({ waiters, ghosts }: Props) {
  const t = useT('parts');
  const format = useFormat();
  if (waiters.count === null) return <UnknownRing label={t('waiters.unknown')} />;
  if (ghosts) {
    const title = t('waiters.ghosts', { count: format.count(waiters.count), ghosts });
    return (
      <span title={title} className="num font-semibold underline decoration-dotted underline-offset-4">
        <span aria-hidden>{format.count(waiters.count)}</span>
        <span className="sr-only">{title}</span>
      </span>
    );
  }
  return (
    <span className={waiters.count === 0 ? 'num text-3' : 'num font-semibold'}>
      {format.count(waiters.count)}
    </span>
  );
}

/** A figure that cannot be known. */
export function UnknownRing({ label }: { label: string }) {
  return (
    <span title={label} className="inline-flex h-4 items-center">
      <span aria-hidden className="size-2 rounded-full border border-control border-dashed" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
