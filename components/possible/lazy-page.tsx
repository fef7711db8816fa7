'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const PossiblePage = dynamic(() => import('./possible-page').then((module) => module.PossiblePage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyPossiblePage() {
  return (
    <PageArrival>
      <PossiblePage />
    </PageArrival>
  );
}
