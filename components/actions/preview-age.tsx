'use client';

import { Crosshair } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useMonotonicNow } from '@/components/shell/live-provider';
import type { TimedPreview } from './use-preview';

/** When the lock was last read for this dialog. */
export function PreviewAge({ timed }: { timed: TimedPreview | null }) {
  const t = useT('actions');
  const format = useFormat();
  const nowMs = useMonotonicNow(200);
  if (!timed) return <span className="text-xs">{t('reading')}</span>;
  return (
    <span className="num inline-flex items-center gap-1 text-xs">
      <Crosshair size={12} aria-hidden />
      {t('read', { age: format.age(nowMs - timed.askedAtMs) })}
    </span>
  );
}
