'use client';

import { useSyncExternalStore } from 'react';

/** So many rows of a long list the server draws: more than are in sight, and soon done. */
const FIRST = 50;

/** On the server, and in a browser until it took over what the server drew; not in what is drawn later. */
export function useFirstPicture(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

/** Cuts lists to what the first picture has of them. */
export function useFirstRows(): <Row>(rows: readonly Row[]) => readonly Row[] {
  const isFirst = useFirstPicture();
  return (rows) => (isFirst ? rows.slice(0, FIRST) : rows);
}

function never(): () => void {
  return () => {};
}
