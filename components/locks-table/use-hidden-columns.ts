'use client';

import { useMemo } from 'react';
import { useStored } from '@/components/shell/use-stored';
import { COLUMN_IDS, type ColumnId } from './columns';

/** Which columns are shown, kept in this browser. */
export function useHiddenColumns(): {
  visibility: Record<string, boolean>;
  setShown(id: ColumnId, shown: boolean): void;
} {
  const [stored, setStored] = useStored('lockscope-hidden-columns', '');
  const hidden = useMemo(() => new Set(stored.split(',')), [stored]);
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
