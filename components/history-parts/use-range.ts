'use client';

import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import type { TimeRange } from '@/lib/api/history-queries';
import {
  choiceOf,
  isMoving,
  LAST_NAMES,
  type RangeChoice,
  rangeAt,
  refreshMs,
  shifted,
  widened,
} from '../charts/range';

const PARSERS = {
  last: parseAsStringLiteral(LAST_NAMES),
  from: parseAsInteger,
  to: parseAsInteger,
};

export type UseRange = {
  choice: RangeChoice;
  /** Null until the console's clock is known. */
  range: TimeRange | null;
  set(choice: RangeChoice): void;
  /** As `set`, and `back` leads to where one was. The same function for life. */
  zoom(range: TimeRange): void;
  /** Null = nothing was zoomed. */
  back: (() => void) | null;
  shift(by: -1 | 1): void;
  widen(): void;
};

/** The one range of all charts, in the URL. It stands still while live updates do. */
export function useRange(): UseRange {
  const [{ last, from, to }, setUrl] = useQueryStates(PARSERS);
  const [before, setBefore] = useState<readonly RangeChoice[]>([]);
  const choice = choiceOf(last, from, to);
  const nowMs = useNow(refreshMs(choice));
  const range = nowMs === 0 ? null : rangeAt(choice, nowMs);
  const put = (next: RangeChoice) =>
    void setUrl(
      isMoving(next)
        ? { last: next.last, from: null, to: null }
        : { last: null, from: next.fromMs, to: next.toMs },
      { history: 'push' },
    );
  const latest = useRef<(next: TimeRange) => void>(() => {});
  useEffect(() => {
    latest.current = (next) => {
      setBefore([...before, choice]);
      put(next);
    };
  });
  const zoom = useCallback((next: TimeRange) => latest.current(next), []);
  return {
    choice,
    range,
    set: (next) => {
      setBefore([]);
      put(next);
    },
    zoom,
    back:
      before.length === 0
        ? null
        : () => {
            put(before.at(-1) ?? choice);
            setBefore(before.slice(0, -1));
          },
    shift: (by) => (range ? put(shifted(range, by, nowMs)) : undefined),
    widen: () => (range ? put(widened(range, nowMs)) : undefined),
  };
}
