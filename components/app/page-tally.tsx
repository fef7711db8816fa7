'use client';

import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import type { Tally } from '@/lib/contract/tally';

const ShownContext = createContext<Partial<Tally> | null>(null);
const ShowContext = createContext<(tally: Partial<Tally> | null) => void>(() => {});

/** Holds what the page in it counts. */
export function PageTallyProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Partial<Tally> | null>(null);
  return (
    <ShowContext value={show}>
      <ShownContext value={shown}>{children}</ShownContext>
    </ShowContext>
  );
}

/**
 * Has the tabs count what the page counts, from the same answer, instead of what the stream said a moment before or after.
 * Null = the page has no answer that counts now. Applied before the browser paints.
 */
export function useShowTally(tally: Partial<Tally> | null): void {
  const show = useContext(ShowContext);
  const text = JSON.stringify(tally);
  useLayoutEffect(() => {
    show(JSON.parse(text));
    return () => show(null);
  }, [show, text]);
}

/** What the page counts itself; {} = nothing. */
export function usePageTally(): Partial<Tally> {
  return useContext(ShownContext) ?? {};
}
