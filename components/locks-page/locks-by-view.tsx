'use client';

import { useMoment } from '@/components/app/use-moment';
import { FamiliesPage } from '@/components/locks-page/families/families-page';
import { PastLocksPage } from '@/components/locks-page/past-locks-page';
import { useListView } from '../list-parts/use-list-view';
import { LocksPage } from './locks-page';

/** The locks one by one, or by the shape of their names; those of a moment that is past one by one. */
export function LocksByView() {
  const { view } = useListView();
  const { atMs } = useMoment();
  if (atMs !== null) return <PastLocksPage atMs={atMs} />;
  return view === 'families' ? <FamiliesPage /> : <LocksPage />;
}
