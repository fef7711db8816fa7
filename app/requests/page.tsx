import type { Metadata } from 'next';
import { Prefetched } from '@/app/prefetched';
import { LazyRequestsPage } from '@/components/requests/lazy-page';
import { approvalQueries } from '@/lib/api/approval-queries';

export const metadata: Metadata = { title: 'Requests' };

export default function Page() {
  return (
    <Prefetched queries={[approvalQueries.list()]}>
      <LazyRequestsPage />
    </Prefetched>
  );
}
