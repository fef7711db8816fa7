'use client';

import { type RefObject, useEffect, useState } from 'react';
import { useShortcut } from '@/components/app/shortcuts';

type RowKeys = {
  /** Index of the row that has focus, or is about to get it; null = none. */
  focused: number | null;
  /** For the body of the list: follows focus. */
  onFocus(event: React.FocusEvent): void;
  onBlur(event: React.FocusEvent): void;
};

type Options = {
  count: number;
  body: RefObject<HTMLElement | null>;
  scrollTo(index: number): void;
  onSelect(index: number): void;
};

/** `j` and `k` move focus from key to key, `x` takes the row in or out; Enter opens, since the key is a link. */
export function useRowKeys(
  { count, body, scrollTo, onSelect }: Options,
  focused: number | null,
  setFocused: (index: number | null) => void,
): RowKeys {
  const [wanted, setWanted] = useState<number | null>(null);
  const move = (by: number) => {
    if (count === 0) return;
    const from = focused ?? (by > 0 ? -1 : count);
    const next = Math.min(count - 1, Math.max(0, from + by));
    scrollTo(next);
    setFocused(next);
    setWanted(next);
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
  useShortcut('x', () => focused !== null && onSelect(focused));
  useEffect(() => {
    if (wanted === null) return;
    const link = body.current?.querySelector<HTMLElement>(`[data-index="${wanted}"] a`);
    if (!link) return;
    link.focus();
    setWanted(null);
  });
  return {
    focused,
    onFocus: ({ target }) => {
      const row = (target as Element).closest<HTMLElement>('[data-index]');
      if (row) setFocused(Number(row.dataset.index));
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setFocused(null);
    },
  };
}
