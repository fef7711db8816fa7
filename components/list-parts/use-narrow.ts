'use client';

import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 639.98px)';

/** Whether the window is narrower than a table needs; null = not known: on the server, and in the first picture. */
export function useNarrow(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
