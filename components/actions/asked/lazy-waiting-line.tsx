'use client';

import dynamic from 'next/dynamic';

/** What it asks is no part of the first paint. */
export const LazyWaitingLine = dynamic(() => import('./waiting-line').then((module) => module.WaitingLine), {
  ssr: false,
});
