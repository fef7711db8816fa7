'use client';

import dynamic from 'next/dynamic';
import { PageLoading } from '@/components/app/page-loading';

/** The frame is drawn before this page is downloaded. What it shows first has come with the frame: `app/prefetched.tsx`. */
export const LazyOverviewPage = dynamic(
  () => import('./overview-page').then((module) => module.OverviewPage),
  {
    ssr: false,
    loading: PageLoading,
  },
);
