'use client';

import { type RefObject, useRef } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';

/** Families and keys of locks: what `j` and `k` stop at. */
const STOPS = '[data-family], a[href^="/locks/"]';

/** `j` and `k` move focus from row to row; Enter opens a family, or the lock. For the element that holds the rows. */
export function useFamilyKeys<Element extends HTMLElement>(): RefObject<Element | null> {
  const body = useRef<Element>(null);
  const move = (by: number) => {
    const stops = [...(body.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (by > 0 ? 0 : stops.length - 1) : Math.min(stops.length - 1, Math.max(0, at + by));
    stops[next]?.focus();
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
  return body;
}
