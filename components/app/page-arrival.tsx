'use client';

import { type ComponentType, Suspense, useState } from 'react';
import { useFirstPicture } from '@/components/ui/use-first-picture';
import { PageLoading } from './page-loading';

/**
 * A page that is a download of its own. While one that was navigated to is loading, a skeleton is shown. One that the server
 * drew stays visible meanwhile: it has no Suspense boundary, whose fallback React would send first.
 */
export function arriving<Props extends object>(Page: ComponentType<Props>) {
  return function PageArrival(props: Props) {
    const isFirst = useFirstPicture();
    const [isDrawn] = useState(isFirst);
    const page = <Page {...props} />;
    return isDrawn ? page : <Suspense fallback={<PageLoading />}>{page}</Suspense>;
  };
}
