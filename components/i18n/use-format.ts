'use client';

import { useMemo } from 'react';
import { type Formatter, formatOf } from '@/lib/i18n/format';
import { useZone } from './time-zone';
import { useT } from './use-t';

/** Figures and times in the viewer's language and zone. */
export function useFormat(): Formatter {
  const t = useT('common');
  const { timeZone } = useZone();
  return useMemo(
    () =>
      formatOf(
        { ms: t('units.ms'), s: t('units.s'), m: t('units.m'), h: t('units.h'), d: t('units.d') },
        timeZone,
      ),
    [t, timeZone],
  );
}
