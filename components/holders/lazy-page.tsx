'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const HoldersPage = dynamic(() => import('./holders-page').then((module) => module.HoldersPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyHoldersPage() {
  return (
    <PageArrival>
      <HoldersPage />
    </PageArrival>
  );
}
