'use client';

import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 639.98px)';

/** Whether the window is narrower than a table needs; the server thinks it is not. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
