'use client';

import { useMemo, useState } from 'react';
import type { LockList } from '@/lib/contract/locks';
import type { Leads } from '../list-parts/fold-multi-locks';
import { type FreshList, heldChanges, nextOrder, type ShownOrder } from '../list-parts/frozen-order';
import type { ShownRow } from '../list-parts/shown-row';

const NO_ROWS: readonly ShownRow[] = [];
const NO_LEADS: Leads = new Map();

/**
 * The rows on the screen. While `frozen` they stand and `held` counts what waits; `apply` takes the list over once.
 * `pages` null = nothing was fetched for this `name` yet: what was shown stays.
 */
export function useShownOrder(
  name: string,
  pages: readonly LockList[] | null,
  frozen: boolean,
): { rows: readonly ShownRow[]; leads: Leads; held: number; apply(): void } {
  const [shown, setShown] = useState<ShownOrder | null>(null);
  const fresh = useMemo<FreshList | null>(
    () => pages && { key: name, pages: pages.map(({ locks }) => locks) },
    [pages, name],
  );
  const next = fresh ? nextOrder(shown, fresh, frozen) : shown;
  if (next !== shown) setShown(next);
  const held = useMemo(() => (frozen && next && fresh ? heldChanges(next, fresh) : 0), [frozen, next, fresh]);
  return {
    rows: next?.rows ?? NO_ROWS,
    leads: next?.leads ?? NO_LEADS,
    held,
    apply: () => fresh && setShown(nextOrder(next, fresh, false)),
  };
}
