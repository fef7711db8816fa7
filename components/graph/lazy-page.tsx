'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const GraphPage = dynamic(() => import('./graph-page').then((module) => module.GraphPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyGraphPage() {
  return (
    <PageArrival>
      <GraphPage />
    </PageArrival>
  );
}
