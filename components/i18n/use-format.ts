'use client';

import { useMemo } from 'react';
import { type Formatter, formatOf } from '@/lib/i18n/format';
import { useZone } from './time-zone';
import { useT } from './use-t';

/** Figures and times in the viewer's language and zone. */
export function useFormat(): Formatter {
  const t = useT('common');
  const { timeZone, isAssumed } = useZone();
  return useMemo(() => {
    const units = { ms: t('units.ms'), s: t('units.s'), m: t('units.m'), h: t('units.h'), d: t('units.d') };
    const format = formatOf(units, timeZone);
    // Nobody is to take it for a time of their own zone.
    return isAssumed ? { ...format, clock: (atMs, seconds) => `${format.clock(atMs, seconds)}Z` } : format;
  }, [t, timeZone, isAssumed]);
}
