import type { Metadata } from 'next';
import { LazyHistoryPage } from '@/components/history/lazy-page';

export const metadata: Metadata = { title: 'History' };

export default function Page() {
  return <LazyHistoryPage />;
}
