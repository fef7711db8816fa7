'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { type ListView, VIEW_PARAMS } from './list-params';

type UseListView = {
  view: ListView;
  setView(view: ListView): void;
  /** Names of the families that are open. */
  open: ReadonlySet<string>;
  toggle(family: string): void;
};

/** Whether the locks stand one by one or by family, and which families are open; in the URL. */
export function useListView(): UseListView {
  const [{ view, open }, set] = useQueryStates(VIEW_PARAMS);
  const opened = useMemo(() => new Set(open), [open]);
  return {
    view,
    setView: (next) => void set({ view: next, open: null }, { history: 'push' }),
    open: opened,
    toggle: (family) => {
      const next = opened.has(family) ? open.filter((name) => name !== family) : [...open, family];
      void set({ open: next.length === 0 ? null : next }, { history: 'replace' });
    },
  };
}
