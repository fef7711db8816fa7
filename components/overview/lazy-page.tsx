'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const OverviewPage = dynamic(() => import('./overview-page').then((module) => module.OverviewPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyOverviewPage() {
  return (
    <PageArrival>
      <OverviewPage />
    </PageArrival>
  );
}
