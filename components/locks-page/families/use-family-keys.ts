'use client';

import type { RefObject } from 'react';
import { useStopKeys } from '@/components/app/use-stop-keys';

/** Families and keys of locks: what `j` and `k` stop at. */
const STOPS = '[data-family], a[href^="/locks/"]';

/** `j` and `k` move focus from row to row; Enter opens a family, or the lock. For the element that holds the rows. */
export function useFamilyKeys<Element extends HTMLElement>(): RefObject<Element | null> {
  return useStopKeys<Element>(STOPS);
}
