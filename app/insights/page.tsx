import type { Metadata } from 'next';
import { LazyInsightsPage } from '@/components/insights/lazy-page';

export const metadata: Metadata = { title: 'Insights' };

export default function Page() {
  return <LazyInsightsPage />;
}
