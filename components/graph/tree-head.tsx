'use client';

import { useT } from '@/components/i18n/use-t';

/** What the columns are; each row says for itself what it is to those who cannot see them. */
export function TreeHead() {
  const t = useT('graph');
  return (
    <div
      aria-hidden
      className="flex h-8 items-center gap-2 border-line border-b pe-4 ps-10 text-3 text-xs max-lg:hidden"
    >
      <span className="min-w-0 flex-1 truncate">{t('tree.what')}</span>
      <span className="w-28 text-end">{t('tree.waiting')}</span>
      <span className="w-24 text-end">{t('tree.since')}</span>
      <span className="w-48 text-end">{t('tree.known')}</span>
      <span className="w-26" />
    </div>
  );
}
