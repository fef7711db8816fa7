import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { TARGET_PARAM } from '@/components/app/target-param';
import { LazyFindingsPage } from '@/components/findings/lazy-page';
import { findingsQueries, silenceQueries } from '@/lib/api/queries';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Findings' };

const load = createLoader(TARGET_PARAM);

export default async function Page({ searchParams }: Props) {
  const { target } = await load(searchParams);
  return (
    <Prefetched queries={[findingsQueries.open(target), silenceQueries.running(target)]}>
      <LazyFindingsPage />
    </Prefetched>
  );
}
