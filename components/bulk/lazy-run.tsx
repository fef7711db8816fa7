'use client';

import dynamic from 'next/dynamic';
import { useEffect } from 'react';

const loadRun = () => import('./bulk-run').then((module) => module.BulkRun);
// Not in the first load, yet there before it is wanted: the network may be what is failing then.
export const LazyBulkRun = dynamic(loadRun, { ssr: false });

/** Loads the run before it is opened. */
export function useRunLoaded(): void {
  useEffect(() => {
    loadRun().catch(() => {}); // asked for again when it is opened
  }, []);
}
