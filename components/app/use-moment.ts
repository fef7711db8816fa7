'use client';

import { useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { MOMENT_PARAM, MOMENT_PARAMS, momentOf } from './moment-param';

type UseMoment = {
  /** Epoch ms on the console's clock; null = now. */
  atMs: number | null;
  /** What the URL says where that is no moment: the page shows now; null = it can be read, or says nothing. */
  unreadable: string | null;
  /** `step` is a step in the history of the browser, `slide` replaces the last one. */
  setAt(atMs: number | null, how?: 'step' | 'slide'): void;
};

/** As of when the page is shown, from `at` in the URL: epoch ms, or ISO 8601 with its zone. */
export function useMoment(): UseMoment {
  const [text, set] = useQueryState(MOMENT_PARAM, MOMENT_PARAMS[MOMENT_PARAM]);
  const atMs = momentOf(text);
  const setAt = useCallback(
    (next: number | null, how: 'step' | 'slide' = 'step') =>
      void set(next === null ? null : String(Math.round(next)), {
        history: how === 'step' ? 'push' : 'replace',
      }),
    [set],
  );
  return { atMs, unreadable: atMs === null ? text : null, setAt };
}

/** `path` with connection and moment kept. */
export function withMoment(path: string, target: string | null, atMs: number | null): string {
  const kept = new URLSearchParams();
  if (target !== null) kept.set('target', target);
  if (atMs !== null) kept.set(MOMENT_PARAM, String(atMs));
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** Whether a page can be shown as of a moment that is past. */
export function showsPast(path: string): boolean {
  return path === '/locks' || path.startsWith('/locks/') || path === '/graph';
}
