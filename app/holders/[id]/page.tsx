import type { Metadata } from 'next';
import { Prefetched } from '@/app/prefetched';
import { LazyHolderPage } from '@/components/holder-page/lazy-page';
import { holderQueries } from '@/lib/api/queries';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: 'Holder' };

export default async function Page({ params }: Props) {
  const ref = decoded((await params).id);
  return (
    <Prefetched queries={[holderQueries.of(ref)]}>
      <LazyHolderPage key={ref} refText={ref} />
    </Prefetched>
  );
}

/** Pages get their segments as they stand in the address. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
