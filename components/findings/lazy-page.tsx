'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const FindingsPage = dynamic(() => import('./findings-page').then((module) => module.FindingsPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyFindingsPage() {
  return (
    <PageArrival>
      <FindingsPage />
    </PageArrival>
  );
}
