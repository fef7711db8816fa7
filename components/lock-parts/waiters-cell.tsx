import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { type Counted, countOf } from '@/lib/domain/values/counted';

type Props = {
  count: Counted;
  /** Places in the queue that lost their turn, of which the title tells. */
  ghosts?: number | null;
};

/** How many wait; a hollow ring where that cannot be counted. */
export function WaitersCell({ count: counted, ghosts }: Props) {
  const t = useT('parts');
  const format = useFormat();
  const waiting = countOf(counted);
  if (!waiting.known) return <UnknownRing label={t('waiters.unknown')} />;
  const { count } = waiting;
  if (ghosts) {
    const title = t('waiters.ghosts', { count: format.count(count), ghosts });
    return (
      <span title={title} className="num font-semibold underline decoration-dotted underline-offset-4">
        <span aria-hidden>{format.count(count)}</span>
        <span className="sr-only">{title}</span>
      </span>
    );
  }
  return <span className={count === 0 ? 'num text-3' : 'num font-semibold'}>{format.count(count)}</span>;
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
