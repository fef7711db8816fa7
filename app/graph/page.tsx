import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { MOMENT_PARAMS, momentOf } from '@/components/app/moment-param';
import { TARGET_PARAM } from '@/components/app/target-param';
import { LazyGraphPage } from '@/components/graph/lazy-page';
import { graphQueries } from '@/lib/api/queries';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Who blocks whom?' };

const load = createLoader({ ...MOMENT_PARAMS, ...TARGET_PARAM });

export default async function Page({ searchParams }: Props) {
  const { at, target } = await load(searchParams);
  const queries = momentOf(at) === null ? [graphQueries.now(target)] : [];
  return (
    <Prefetched queries={queries}>
      <LazyGraphPage />
    </Prefetched>
  );
}
