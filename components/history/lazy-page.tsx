'use client';

import dynamic from 'next/dynamic';
import { PageLoading } from '@/components/app/page-loading';

/** The frame is drawn before this page is downloaded. Its ranges end at the clock of the tab, so it asks for its data itself. */
export const LazyHistoryPage = dynamic(() => import('./history-page').then((module) => module.HistoryPage), {
  ssr: false,
  loading: PageLoading,
});
