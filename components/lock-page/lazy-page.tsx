'use client';

import dynamic from 'next/dynamic';
import { PageArrival } from '@/components/app/page-arrival';
import type { LockId } from '@/lib/domain/keys/lock-id';

const LockPage = dynamic(() => import('./lock-page').then((module) => module.LockPage));

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export function LazyLockPage({ id }: { id: LockId }) {
  return (
    <PageArrival>
      <LockPage id={id} />
    </PageArrival>
  );
}
