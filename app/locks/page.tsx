import type { Metadata } from 'next';
import { LocksByView } from '@/components/locks-table/locks-by-view';

export const metadata: Metadata = { title: 'Locks' };

export default function Page() {
  return <LocksByView />;
}
