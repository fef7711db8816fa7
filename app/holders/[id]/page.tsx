import type { Metadata } from 'next';
import { HolderPage } from '@/components/holder-page/lazy-page';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: 'Holder' };

export default async function Page({ params }: Props) {
  const ref = decoded((await params).id);
  return <HolderPage key={ref} refText={ref} />;
}

/** Pages get their segments as they stand in the address. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
