'use client';

import { useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { LASTS, type Last, type RangeChoice } from '../charts/range';
import { clampView, lastView, type View } from './view';

export type UseRangeView = {
  view: View;
  /** Null = it was moved or zoomed. */
  last: Last | null;
  nowMs: number;
  set(choice: RangeChoice): void;
  reset(): void;
};

/** What a picture shows of time. `around` = a moment it stands around; else it ends now. */
export function useRangeView(first: Last, around: number | null = null): UseRangeView {
  const nowMs = useNow() || Date.now();
  const [choice, setChoice] = useState<{ around: number | null; range: RangeChoice }>({
    around,
    range: { last: first },
  });
  const range =
    choice.around === around ? choice.range : 'last' in choice.range ? choice.range : { last: first };
  return {
    view: viewOf(range, around, nowMs),
    last: 'last' in range ? range.last : null,
    nowMs,
    set: (next) => setChoice({ around, range: next }),
    reset: () => setChoice({ around, range: { last: first } }),
  };
}

/** The stretch of a choice: up to now, or with a moment in its middle. */
export function viewOf(range: RangeChoice, around: number | null, nowMs: number): View {
  if (!('last' in range)) return range;
  const lastMs = LASTS[range.last];
  if (around === null) return lastView(lastMs, nowMs);
  return clampView({ fromMs: around - lastMs / 2, toMs: around + lastMs / 2 }, nowMs);
}
