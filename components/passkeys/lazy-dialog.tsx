'use client';

import dynamic from 'next/dynamic';

/** Nobody needs it before they ask for it. */
export const LazyPasskeysDialog = dynamic(
  () => import('./passkeys-dialog').then((module) => module.PasskeysDialog),
  { ssr: false },
);
