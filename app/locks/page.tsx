import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { MOMENT_PARAMS, momentOf } from '@/components/app/moment-param';
import { TARGET_PARAM } from '@/components/app/target-param';
import { FILTER_PARAMS, filterOf, VIEW_PARAMS } from '@/components/list-parts/list-params';
import { LazyLocksByView } from '@/components/locks-page/lazy-page';
import { familyQueries, lockQueries } from '@/lib/api/queries';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Locks' };

const load = createLoader({ ...FILTER_PARAMS, ...VIEW_PARAMS, ...MOMENT_PARAMS, ...TARGET_PARAM });

export default async function Page({ searchParams }: Props) {
  const { view, at, target, ...params } = await load(searchParams);
  const filter = filterOf(params, target);
  const list = view === 'families' ? familyQueries.list(filter.q, target) : lockQueries.list(filter);
  return (
    <Prefetched queries={momentOf(at) === null ? [list] : []}>
      <LazyLocksByView />
    </Prefetched>
  );
}
