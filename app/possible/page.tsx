import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { TARGET_PARAM } from '@/components/app/target-param';
import { LazyPossiblePage } from '@/components/possible/lazy-page';
import { possibleQueries } from '@/lib/api/queries';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Possible locks' };

const load = createLoader(TARGET_PARAM);

export default async function Page({ searchParams }: Props) {
  const { target } = await load(searchParams);
  return (
    <Prefetched queries={[possibleQueries.all(target)]}>
      <LazyPossiblePage />
    </Prefetched>
  );
}
