'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';

const AuditPage = dynamic(() => import('./audit-page').then((module) => module.AuditPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyAuditPage() {
  return (
    <PageArrival>
      <AuditPage />
    </PageArrival>
  );
}
