'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useNow } from '@/components/app/live-provider';
import { useTarget } from '@/components/app/use-target';
import type { TimelineOf } from '@/lib/api/past-queries';
import { parseLockId } from '@/lib/domain/keys/lock-id';
import { LAST_NAMES, type RangeChoice } from '../charts/range';
import { type UseRangeView, viewOf } from '../timeline/use-range-view';
import { SPAN_MS } from '../timeline/view';

const FIRST = '1h';

const PARSERS = {
  lock: parseAsString,
  family: parseAsString,
  holder: parseAsString,
  last: parseAsStringLiteral(LAST_NAMES),
  from: parseAsInteger,
  to: parseAsInteger,
};

/** Whose timeline the URL names, and which stretch of time; null = nobody's. */
export function useTimelineUrl(): { of: TimelineOf | null; range: UseRangeView } {
  const [{ lock, family, holder, last, from, to }, set] = useQueryStates(PARSERS);
  const [target] = useTarget();
  const nowMs = useNow() || Date.now();
  const isStretch = from !== null && to !== null && to - from >= SPAN_MS.min;
  const choice: RangeChoice = isStretch ? { fromMs: from, toMs: to } : { last: last ?? FIRST };
  const put = (next: RangeChoice) =>
    void set(
      'last' in next
        ? { last: next.last, from: null, to: null }
        : { last: null, from: Math.round(next.fromMs), to: Math.round(next.toMs) },
      { history: 'last' in next ? 'push' : 'replace' },
    );
  return {
    of: subjectOf(lock, family, holder, target),
    range: {
      view: viewOf(choice, null, nowMs),
      last: 'last' in choice ? choice.last : null,
      nowMs,
      set: put,
      reset: () => put({ last: last ?? FIRST }),
    },
  };
}

function subjectOf(
  lock: string | null,
  family: string | null,
  holder: string | null,
  target: string | null,
): TimelineOf | null {
  if (lock !== null && parseLockId(lock)) return { by: 'lock', lock };
  if (family) return { by: 'family', family, target };
  return holder ? { by: 'holder', holder } : null;
}
