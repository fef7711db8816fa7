import type { Metadata } from 'next';
import { LazyTimelinePage } from '@/components/timeline-page/lazy-page';

export const metadata: Metadata = { title: 'Ownership' };

export default function Page() {
  return <LazyTimelinePage />;
}
