import type { Metadata } from 'next';
import { TimelinePage } from '@/components/timeline/lazy-page';

export const metadata: Metadata = { title: 'Ownership' };

export default function Page() {
  return <TimelinePage />;
}
