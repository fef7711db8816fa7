import type { Metadata } from 'next';
import { Prefetched } from '@/app/prefetched';
import { LazyNodesPage } from '@/components/nodes/lazy-page';
import { nodesQueries } from '@/lib/api/queries';

export const metadata: Metadata = { title: 'Nodes' };

export default function Page() {
  return (
    <Prefetched queries={[nodesQueries.now()]}>
      <LazyNodesPage />
    </Prefetched>
  );
}
