import { History } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';

/** How a figure of the past is known. */
export function KnownHistory({ className }: { className?: string }) {
  const t = useT('rewind');
  return (
    <span title={t('known.title')} className={cx('inline-flex items-center gap-1 text-3 text-xs', className)}>
      <History size={12} aria-hidden />
      {t('known.history')}
    </span>
  );
}
