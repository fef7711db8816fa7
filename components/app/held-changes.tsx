'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';

type Props = { held: number; onApply(): void };

/** So much changed since, and is shown when asked for. */
export function HeldChanges({ held, onApply }: Props) {
  const t = useT('locks');
  const format = useFormat();
  return (
    <p className="num inline-flex h-7 items-center gap-2 rounded-md border border-info-line bg-info-tint ps-3 pe-1 font-medium text-info text-sm">
      {t('held.changes', { count: held, n: format.count(held) })}
      <button
        type="button"
        onClick={onApply}
        className="h-6 rounded-sm border border-info-line bg-surface px-2 font-semibold hover:bg-hover"
      >
        {t('held.apply')}
      </button>
    </p>
  );
}
