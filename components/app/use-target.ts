'use client';

import { useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { TARGET_PARAM } from './target-param';

/** The connection the page is about, from `target` in the URL; null = all. Setting it is a step in the history. */
export function useTarget(): [string | null, (target: string | null) => void] {
  const [target, setTarget] = useQueryState('target', TARGET_PARAM.target);
  const set = useCallback((next: string | null) => void setTarget(next), [setTarget]);
  return [target, set];
}

/** `path` with the chosen connection kept; a fragment stays at its end. */
export function withTarget(path: string, target: string | null): string {
  if (target === null) return path;
  const [page = '', ...fragment] = path.split(/(?=#)/);
  return `${page}?${new URLSearchParams({ target })}${fragment.join('')}`;
}
