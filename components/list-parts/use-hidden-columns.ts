'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { useStored } from '@/components/ui/use-stored';
import { COLUMN_IDS, type ColumnId } from './columns';

/** Until somebody chooses: what is left out in narrower windows, first what says least. */
const LEFT_OUT: readonly (readonly [ColumnId, belowPx: number])[] = [
  ['node', 1_400],
  ['hold', 1_310],
  ['kind', 1_260],
];
const AUTO = 'auto';

/** Which columns are shown, kept in this browser. */
export function useHiddenColumns(): {
  visibility: Record<string, boolean>;
  setShown(id: ColumnId, shown: boolean): void;
} {
  const [stored, setStored] = useStored('lockscope-hidden-columns', AUTO);
  const leftOut = useLeftOut();
  const list = stored === AUTO ? leftOut : stored;
  const hidden = useMemo(() => new Set(list.split(',')), [list]);
  const visibility = useMemo(
    () => Object.fromEntries(COLUMN_IDS.map((id) => [id, !hidden.has(id)])),
    [hidden],
  );
  return {
    visibility,
    setShown: (id, shown) => {
      const next = COLUMN_IDS.filter((name) => (name === id ? !shown : hidden.has(name)));
      setStored(next.join(','));
    },
  };
}

function useLeftOut(): string {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('resize', listener);
      return () => window.removeEventListener('resize', listener);
    },
    () => LEFT_OUT.flatMap(([id, belowPx]) => (window.innerWidth < belowPx ? id : [])).join(','),
    () => '',
  );
}
