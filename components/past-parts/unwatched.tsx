import { CircleDashed } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';

/** Says of which connections nothing is known at the moment that is shown. */
export function Unwatched({ targets, className }: { targets: readonly string[]; className?: string }) {
  const t = useT('rewind');
  if (targets.length === 0) return null;
  return (
    <p
      role="status"
      className={cx(
        'hatched flex items-start gap-2 rounded-md border border-control border-dashed bg-surface px-3 py-2',
        className,
      )}
    >
      <CircleDashed size={16} aria-hidden className="mt-0.5 shrink-0 text-3" />
      <span className="bg-surface px-1">
        {t('unwatched', { targets: targets.join(', '), count: targets.length })}
      </span>
    </p>
  );
}
