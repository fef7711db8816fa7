'use client';

import { useMemo } from 'react';
import { useLocale } from 'use-intl';
import { useZone } from '@/components/i18n/time-zone';

/** A day in a few letters, "14 Oct", in the reader's language and zone. */
export function useDay(): (atMs: number) => string {
  const locale = useLocale();
  const { timeZone } = useZone();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      timeZone,
      day: 'numeric',
      month: 'short',
    });
    return (atMs) => format.format(atMs);
  }, [locale, timeZone]);
}
