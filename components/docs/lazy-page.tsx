'use client';

import dynamic from 'next/dynamic';
import { arriving } from '@/components/app/page-arrival';

/** The scripts of the documentation are no part of the frame's. The server has drawn it with the page that is open. */
export const LazyDocsPage = arriving(dynamic(() => import('./docs-page').then((module) => module.DocsPage)));
