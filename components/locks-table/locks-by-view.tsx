'use client';

import { FamiliesPage } from '@/components/families/families-page';
import { LocksPage } from './locks-page';
import { useListView } from './use-list-view';

/** The locks one by one, or by the shape of their names. */
export function LocksByView() {
  const { view } = useListView();
  return view === 'families' ? <FamiliesPage /> : <LocksPage />;
}
