import type { Metadata } from 'next';
import { LocksByView } from '@/components/locks-table/lazy-page';

export const metadata: Metadata = { title: 'Locks' };

export default function Page() {
  return <LocksByView />;
}
