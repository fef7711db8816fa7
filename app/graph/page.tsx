import type { Metadata } from 'next';
import { GraphPage } from '@/components/graph/lazy-page';

export const metadata: Metadata = { title: 'Who blocks whom?' };

export default function Page() {
  return <GraphPage />;
}
