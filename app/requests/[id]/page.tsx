import type { Metadata } from 'next';
import { Prefetched } from '@/app/prefetched';
import { LazyRequestPage } from '@/components/requests/lazy-page';
import { approvalQueries } from '@/lib/api/approval-queries';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Request ${(await params).id}` };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  return (
    <Prefetched queries={[approvalQueries.one(id)]}>
      <LazyRequestPage key={id} id={id} />
    </Prefetched>
  );
}
