import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { MOMENT_PARAMS, momentOf } from '@/components/app/moment-param';
import { LazyLockPage } from '@/components/lock-page/lazy-page';
import { lockOfPath, lockTitle } from '@/components/lock-page/lock-title';
import { heldRefOf } from '@/components/lock-parts/held-ref';
import { holderQueries, lockQueries, silenceQueries } from '@/lib/api/queries';

type Props = { params: Promise<{ node: string; key: string }>; searchParams: Promise<SearchParams> };

const load = createLoader(MOMENT_PARAMS);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: lockTitle(decoded((await params).key)) };
}

export default async function Page({ params, searchParams }: Props) {
  const [{ node, key }, { at }] = await Promise.all([params, load(searchParams)]);
  const id = lockOfPath(decoded(node), decoded(key));
  return (
    <Prefetched
      queries={momentOf(at) === null ? [lockQueries.detail(id)] : []}
      next={(cache) => {
        const lock = cache.getQueryData(lockQueries.detail(id).queryKey)?.lock;
        const ref = lock ? heldRefOf(lock) : null;
        return [
          ...(lock ? [silenceQueries.running(lock.target)] : []),
          ...(ref === null ? [] : [holderQueries.of(ref)]),
        ];
      }}
    >
      <LazyLockPage key={id} id={id} />
    </Prefetched>
  );
}

/** Segments may arrive percent-encoded; a slug itself holds no percent sign. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
