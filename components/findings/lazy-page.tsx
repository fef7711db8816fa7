'use client';

import dynamic from 'next/dynamic';
import { arriving } from '@/components/app/page-arrival';

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export const LazyFindingsPage = arriving(
  dynamic(() => import('./findings-page').then((module) => module.FindingsPage)),
);
