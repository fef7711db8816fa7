'use client';

import { useZone } from '@/components/i18n/time-zone';
import { useDay } from '@/components/i18n/use-day';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { secondsOf } from '../i18n/second-clock';

/** A past moment in a few words: "14:02:10", "14:02:10 yesterday", "14:02:10, 14 Oct". */
export function useMomentText(): (atMs: number, nowMs: number) => string {
  const t = useT('rewind');
  const format = useFormat();
  const { timeZone } = useZone();
  const day = useDay();
  return (atMs, nowMs) => {
    const time = format.clock(atMs);
    const dayOf = (ms: number) => secondsOf(ms, timeZone).slice(0, 10);
    if (dayOf(atMs) === dayOf(nowMs)) return time;
    if (dayOf(atMs) === dayOf(nowMs - 86_400_000)) return t('yesterday', { time });
    return t('onDay', { time, day: day(atMs) });
  };
}
