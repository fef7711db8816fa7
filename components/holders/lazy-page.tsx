'use client';

import dynamic from 'next/dynamic';
import { PageLoading } from '@/components/shell/page-loading';

/** The frame is drawn before this page is downloaded: its data comes from the browser's own questions anyway. */
export const HoldersPage = dynamic(() => import('./holders-page').then((module) => module.HoldersPage), {
  ssr: false,
  loading: PageLoading,
});
