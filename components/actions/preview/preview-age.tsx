'use client';

import { Crosshair } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { PreviewReading } from '../dialog-machine';
import { useTabNow } from './use-tab-now';

/** When the lock was last read for this dialog. */
export function PreviewAge({ reading }: { reading: PreviewReading | null }) {
  const t = useT('actions');
  const format = useFormat();
  const nowMs = useTabNow(200);
  if (!reading) return <span className="text-xs">{t('reading')}</span>;
  return (
    <span className="num inline-flex items-center gap-1 whitespace-nowrap text-xs">
      <Crosshair size={12} aria-hidden />
      {t('read', { age: format.age(nowMs - reading.askedAtMs) })}
    </span>
  );
}
