'use client';

import dynamic from 'next/dynamic';
import { PageLoading } from '@/components/app/page-loading';

/** Its range ends at the clock of the tab, so it asks for its data itself. */
export const LazyInsightsPage = dynamic(
  () => import('./insights-page').then((module) => module.InsightsPage),
  { ssr: false, loading: PageLoading },
);
