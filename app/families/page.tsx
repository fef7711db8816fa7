import type { Metadata } from 'next';
import { LazyFamilyReportPage } from '@/components/families/lazy-page';

export const metadata: Metadata = { title: 'Families' };

export default function Page() {
  return <LazyFamilyReportPage />;
}
