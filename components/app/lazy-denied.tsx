import { lazy } from 'react';

/** Fetched by those who lack a right: the first load of everybody else is without them. */
export const LazyDeniedHint = lazy(() => import('./denied-hint'));
export const LazyDenied = lazy(() => import('./denied-text'));
