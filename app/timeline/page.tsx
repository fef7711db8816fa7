import type { Metadata } from 'next';
import { TimelinePage } from '@/components/timeline-page/lazy-page';

export const metadata: Metadata = { title: 'Ownership' };

export default function Page() {
  return <TimelinePage />;
}
