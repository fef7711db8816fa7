'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { useTarget } from '@/components/app/use-target';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import { parseLockId } from '@/lib/domain/keys/lock-id';

export const HISTORY_VIEWS = ['charts', 'ledger', 'events'] as const;
type HistoryView = (typeof HISTORY_VIEWS)[number];

const PARSERS = {
  view: parseAsStringLiteral(HISTORY_VIEWS).withDefault('charts'),
  family: parseAsString,
  lock: parseAsString,
};

type UseScope = {
  scope: HistoryScope;
  view: HistoryView;
  setView(view: HistoryView): void;
  /** Goes to a narrower or wider scope; the connection stays. */
  setScope(scope: Pick<HistoryScope, 'family' | 'lock'>): void;
  setTarget(target: string | null): void;
};

/** What the charts are about, from the URL: everything, a connection, a family of it, or a lock. */
export function useScope(): UseScope {
  const [{ view, family, lock }, set] = useQueryStates(PARSERS);
  const [target, setTarget] = useTarget();
  const id = lock !== null && parseLockId(lock) ? lock : null;
  const scope = useMemo<HistoryScope>(
    () => ({
      target: id ? (parseLockId(id)?.target ?? null) : target,
      family: id ? null : family || null,
      lock: id,
    }),
    [target, family, id],
  );
  return {
    scope,
    view,
    setView: (next) => void set({ view: next }, { history: 'push' }),
    setScope: (next) => void set(next, { history: 'push' }),
    setTarget,
  };
}
