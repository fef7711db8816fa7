import type { Metadata } from 'next';
import { HoldersPage } from '@/components/holders/lazy-page';

export const metadata: Metadata = { title: 'Holders' };

export default function Page() {
  return <HoldersPage />;
}
