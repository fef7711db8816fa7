'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const LocksByView = dynamic(() => import('./locks-by-view').then((module) => module.LocksByView));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyLocksByView() {
  return (
    <PageArrival>
      <LocksByView />
    </PageArrival>
  );
}
