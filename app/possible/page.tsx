import type { Metadata } from 'next';
import { PossiblePage } from '@/components/possible/possible-page';

export const metadata: Metadata = { title: 'Possible locks' };

export default function Page() {
  return <PossiblePage />;
}
