'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useStored } from '@/components/ui/use-stored';
import { COLUMN_IDS, type ColumnId } from './columns';

/** Columns left out of narrower windows until somebody chooses, and the class that does it. */
const LEFT_OUT: readonly (readonly [ColumnId, fits: `max-[${number}px]:hidden`])[] = [
  ['node', 'max-[1399.98px]:hidden'],
  ['hold', 'max-[1309.98px]:hidden'],
  ['kind', 'max-[1259.98px]:hidden'],
];
const AUTO = 'auto';

/** Which columns are shown, kept in this browser. */
export function useHiddenColumns(): {
  visibility: Record<string, boolean>;
  /** Class that leaves a column out where there is no room for it, while the width of the window is not known. */
  fits(id: string): string | undefined;
  setShown(id: ColumnId, shown: boolean): void;
} {
  const [stored, setStored] = useStored('lockscope-hidden-columns', AUTO);
  const leftOut = useLeftOut();
  const list = stored === AUTO ? (leftOut ?? '') : stored;
  const hidden = useMemo(() => new Set(list.split(',')), [list]);
  const visibility = useMemo(
    () => Object.fromEntries(COLUMN_IDS.map((id) => [id, !hidden.has(id)])),
    [hidden],
  );
  const isKnown = stored !== AUTO || leftOut !== null;
  const fits = useCallback(
    (id: string) => (isKnown ? undefined : LEFT_OUT.find(([name]) => name === id)?.[1]),
    [isKnown],
  );
  return {
    visibility,
    fits,
    setShown: (id, shown) => {
      const next = COLUMN_IDS.filter((name) => (name === id ? !shown : hidden.has(name)));
      setStored(next.join(','));
    },
  };
}

function useLeftOut(): string | null {
  return useSyncExternalStore<string | null>(
    (listener) => {
      window.addEventListener('resize', listener);
      return () => window.removeEventListener('resize', listener);
    },
    () => LEFT_OUT.flatMap(([id, fits]) => (window.innerWidth < belowPxOf(fits) ? id : [])).join(','),
    () => null,
  );
}

function belowPxOf(fits: string): number {
  return Number.parseFloat(fits.slice('max-['.length));
}
