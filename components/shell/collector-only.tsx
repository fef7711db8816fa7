'use client';

import { useT } from '@/components/i18n/use-t';

/** All that a console shows whose role is to collect. */
export function CollectorOnly() {
  const t = useT('shell');
  return <main className="p-4 text-text-2">{t('collectorOnly')}</main>;
}
