import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { TARGET_PARAM } from '@/components/app/target-param';
import { LazyOverviewPage } from '@/components/overview/lazy-page';
import { overviewQueries } from '@/lib/api/queries';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Overview' };

const load = createLoader(TARGET_PARAM);

export default async function Page({ searchParams }: Props) {
  const { target } = await load(searchParams);
  return (
    <Prefetched queries={[overviewQueries.now(target)]}>
      <LazyOverviewPage />
    </Prefetched>
  );
}
