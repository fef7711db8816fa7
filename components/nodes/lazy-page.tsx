'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const NodesPage = dynamic(() => import('./nodes-page').then((module) => module.NodesPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyNodesPage() {
  return (
    <PageArrival>
      <NodesPage />
    </PageArrival>
  );
}
