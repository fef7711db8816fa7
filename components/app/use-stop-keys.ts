'use client';

import { type RefObject, useRef } from 'react';
import { useShortcut } from './shortcuts';

/** `j` and `k` move focus to the next or the previous of `stops`, a selector, in the element that gets the ref. */
export function useStopKeys<Element extends HTMLElement>(stops: string): RefObject<Element | null> {
  const body = useRef<Element>(null);
  const move = (by: number) => {
    const all = [...(body.current?.querySelectorAll<HTMLElement>(stops) ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by));
    all[next]?.focus();
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
  return body;
}
