import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';

/** From these shares on a bar is filled. */
const STEPS = [0, 0.8, 0.95];

/** How probable it is that a statement holds: three bars and the share. */
export function ConfidenceBars({ share }: { share: number }) {
  const t = useT('insights');
  const format = useFormat();
  return (
    <span className="ms-auto inline-flex items-center gap-2">
      <span aria-hidden className="flex gap-0.5">
        {STEPS.map((from) => (
          <span
            key={from}
            className={cx(
              'h-2.5 w-1.5 rounded-[1px]',
              share >= from ? 'bg-held-mark' : 'border border-control',
            )}
          />
        ))}
      </span>
      {t('confidence', { share: format.share(share) })}
    </span>
  );
}
