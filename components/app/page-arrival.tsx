'use client';

import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { PageLoading } from './page-loading';

/**
 * A page that is a download of its own. Of one that is gone to, a shape stands until it is here. One that the server drew is
 * in sight meanwhile: around it there is no boundary, which would be sent as its shape first.
 */
export function PageArrival({ children }: { children: ReactNode }) {
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [isGoneTo] = useState(isLive);
  return isGoneTo ? <Suspense fallback={<PageLoading />}>{children}</Suspense> : children;
}

function never(): () => void {
  return () => {};
}
