'use client';

import dynamic from 'next/dynamic';
import { arriving } from '@/components/app/page-arrival';

/** What draws these pages is no part of the frame's scripts. The server has drawn them of what `app/prefetched.tsx` asked. */
export const LazyRequestsPage = arriving(
  dynamic(() => import('./requests-page').then((module) => module.RequestsPage)),
);
export const LazyRequestPage = arriving(
  dynamic(() => import('./request-page').then((module) => module.RequestPage)),
);
