import type { Metadata } from 'next';
import { Prefetched } from '@/app/prefetched';
import { LazyFirstRunPage } from '@/components/settings/add-target/lazy-first-run';
import { settingsQueries } from '@/lib/api/settings-queries';

export const metadata: Metadata = { title: 'Connect to a Redis' };

export default function Page() {
  return (
    <Prefetched queries={[settingsQueries.now()]}>
      <LazyFirstRunPage />
    </Prefetched>
  );
}
