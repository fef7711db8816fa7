'use client';

import dynamic from 'next/dynamic';
import { arriving } from '@/components/app/page-arrival';

/** As `lazy-page.tsx`. */
export const LazyFirstRunPage = arriving(
  dynamic(() => import('./first-run-page').then((module) => module.FirstRunPage)),
);
