import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { TARGET_PARAM } from '@/components/app/target-param';
import { LazyHoldersPage } from '@/components/holders/lazy-page';
import { FILTER_PARAMS } from '@/components/list-parts/list-params';
import { holderQueries } from '@/lib/api/queries';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Holders' };

const load = createLoader({ ...FILTER_PARAMS, ...TARGET_PARAM });

export default async function Page({ searchParams }: Props) {
  const { q, target } = await load(searchParams);
  return (
    <Prefetched queries={[holderQueries.list(q, target)]}>
      <LazyHoldersPage />
    </Prefetched>
  );
}
