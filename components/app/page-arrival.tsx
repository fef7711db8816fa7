'use client';

import { type ReactNode, Suspense, useState } from 'react';
import { useFirstPicture } from '@/components/ui/use-first-picture';
import { PageLoading } from './page-loading';

/**
 * A page that is a download of its own. Of one that is gone to, a shape stands until it is here. One that the server drew is
 * in sight meanwhile: around it there is no boundary, which would be sent as its shape first.
 */
export function PageArrival({ children }: { children: ReactNode }) {
  const isFirst = useFirstPicture();
  const [isDrawn] = useState(isFirst);
  return isDrawn ? children : <Suspense fallback={<PageLoading />}>{children}</Suspense>;
}
