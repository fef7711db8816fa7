'use client';

import { parseAsInteger, useQueryState } from 'nuqs';
import { useCallback } from 'react';

/** The parameter that says as of when a page is shown. */
export const MOMENT_PARAM = 'at';

export type UseMoment = {
  /** Epoch ms on the console's clock; null = now. */
  atMs: number | null;
  /** `step` is a step in the history of the browser, `slide` replaces the last one. */
  setAt(atMs: number | null, how?: 'step' | 'slide'): void;
};

/** As of when the page is shown, from `at` in the URL. */
export function useMoment(): UseMoment {
  const [at, set] = useQueryState(MOMENT_PARAM, parseAsInteger);
  const setAt = useCallback(
    (next: number | null, how: 'step' | 'slide' = 'step') =>
      void set(next === null ? null : Math.round(next), { history: how === 'step' ? 'push' : 'replace' }),
    [set],
  );
  return { atMs: at !== null && at > 0 ? at : null, setAt };
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
