'use client';

import { useMemo } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useDay } from '../i18n/use-day';
import type { PaintWords } from './scene';

/** What is said in the picture, in the language and zone of the reader. */
export function useWords(): PaintWords {
  const t = useT('timeline');
  const format = useFormat();
  const day = useDay();
  return useMemo(
    () => ({
      tick: ({ atMs, form }) => (form === 'day' ? day(atMs) : format.clock(atMs, form === 'seconds')),
      clock: (atMs) => format.clock(atMs),
      duration: format.duration,
      count: format.count,
      held: (ms, renewals) =>
        renewals > 0
          ? t('bar.renewed', { duration: format.duration(ms), renewals })
          : t('bar.held', { duration: format.duration(ms) }),
      holds: (count) => t('bar.holds', { count, n: format.count(count) }),
      lapsed: (atMs, isProven) => t(isProven ? 'bar.outlived' : 'bar.lapsed', { time: format.clock(atMs) }),
      queued: (count) => t('waiting.now', { n: format.count(count) }),
      waiters: t('waiting.label'),
      scale: (most) => t('waiting.scale', { most: format.count(most) }),
      unwatched: t('unwatched'),
      mark: (kind, title) =>
        t.has(`mark.${kind}`) ? t(`mark.${kind as 'deploy'}`, { title }) : title || kind,
    }),
    [t, format, day],
  );
}
