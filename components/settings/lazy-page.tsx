'use client';

import dynamic from 'next/dynamic';
import { arriving } from '@/components/app/page-arrival';

/** What draws this page is no part of the frame's scripts. The server has drawn it of what `app/prefetched.tsx` asked. */
export const LazySettingsPage = arriving(
  dynamic(() => import('./settings-page').then((module) => module.SettingsPage)),
);
