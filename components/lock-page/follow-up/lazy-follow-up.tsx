'use client';

import dynamic from 'next/dynamic';
import { useEffect } from 'react';

const loadCard = () => import('./follow-up-card').then((module) => module.FollowUpCard);
// Not in the first load, yet there before it is wanted: the network may be what is failing then.
export const LazyFollowUpCard = dynamic(loadCard, { ssr: false });

/** Loads the card before there is an outcome. */
export function useFollowUpLoaded(): void {
  useEffect(() => {
    loadCard().catch(() => {}); // asked for again when there is one
  }, []);
}
