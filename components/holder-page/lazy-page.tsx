'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const HolderPage = dynamic(() => import('./holder-page').then((module) => module.HolderPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyHolderPage({ refText }: { refText: string }) {
  return (
    <PageArrival>
      <HolderPage refText={refText} />
    </PageArrival>
  );
}
