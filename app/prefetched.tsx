import {
  dehydrate,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  HydrationBoundary,
  QueryClient,
  type QueryMeta,
} from '@tanstack/react-query';
import { headers } from 'next/headers';
import { cache as perRequest, type ReactNode } from 'react';
import type { Asked } from '@/lib/api/asked';
import { askHere } from '@/lib/server/http/ask-here';

/** What is not known by then the browser asks for itself: a page never waits for a server that does not answer. */
const LIMIT_MS = 300;

type Query = { queryKey: readonly unknown[]; meta?: QueryMeta; initialPageParam?: unknown };

type Props = {
  queries: readonly Query[];
  /** What is asked because of their answers, which are in the cache by then. */
  next?(cache: QueryClient): readonly Query[];
  children: ReactNode;
};

/** When a request has waited for long enough, whatever parts of the page ask. */
const deadlineMs = perRequest(() => performance.now() + LIMIT_MS);

/**
 * A part of a page with the answers to its first questions, so that the server draws it with data. Only of a page that is
 * loaded anew: one that is gone to in the same tab is asked for by the browser, whose cache follows the live stream and is newer.
 */
export async function Prefetched({ queries, next = nothing, children }: Props) {
  const asked = await headers();
  if (asked.has('rsc')) return <HydrationBoundary state={null}>{children}</HydrationBoundary>;
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ask = (some: readonly Query[]) => Promise.all(some.map((query) => prefetch(cache, query, asked)));
  await inTime(ask(queries).then(() => ask(next(cache))));
  return <HydrationBoundary state={dehydrate(cache)}>{children}</HydrationBoundary>;
}

/** Never rejects: what failed is not in the cache. */
function prefetch(
  cache: QueryClient,
  { queryKey, meta, initialPageParam }: Query,
  asked: Headers,
): Promise<void> {
  if (!meta?.asked) throw new Error(`not said what it asks for: ${JSON.stringify(queryKey)}`);
  const { key, request } = meta.asked as Asked;
  const options: FetchQueryOptions = { queryKey, queryFn: () => askHere(key, request, asked) };
  if (initialPageParam === undefined) return cache.prefetchQuery(options);
  return cache.prefetchInfiniteQuery({ ...options, initialPageParam } as FetchInfiniteQueryOptions);
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadlineMs() - performance.now());
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

function nothing(): readonly Query[] {
  return [];
}
