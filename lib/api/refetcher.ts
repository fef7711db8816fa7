import {
  type InfiniteData,
  matchQuery,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/** Shortest time between two fetches of one query that events ask for, per loaded page. */
const REFETCH_MS = 1_000;
/** Queries whose last fetch is remembered; forgetting it costs one fetch too early. */
const REMEMBERED = 500;

/**
 * Fetches shown queries again after events, each at most once a second and a page, and never while it is being fetched:
 * what is asked for meanwhile is fetched afterwards. Time is passed in.
 */
export class Refetcher {
  private readonly dirty = new Set<string>();
  private readonly lastAt = new Map<string, number>();

  constructor(
    private readonly cache: QueryClient,
    private readonly intervalMs = REFETCH_MS,
  ) {}

  /** Marks every query under these keys; hidden ones are only marked as old. */
  ask(keys: readonly QueryKey[]): void {
    if (this.lastAt.size > REMEMBERED) this.lastAt.clear();
    for (const query of this.cache.getQueryCache().getAll()) {
      if (!keys.some((queryKey) => matchQuery({ queryKey }, query))) continue;
      if (query.isActive()) this.dirty.add(query.queryHash);
      else query.invalidate();
    }
  }

  /** Fetches what is due at `nowMs`. */
  run(nowMs: number): void {
    for (const hash of [...this.dirty]) {
      const query = this.cache.getQueryCache().get(hash);
      if (!query?.isActive()) {
        query?.invalidate();
        this.forget(hash);
        continue;
      }
      const dueMs = (this.lastAt.get(hash) ?? Number.NEGATIVE_INFINITY) + this.intervalMs * pagesOf(query);
      if (query.state.fetchStatus !== 'idle' || nowMs < dueMs) continue;
      this.dirty.delete(hash);
      this.lastAt.set(hash, nowMs);
      void this.cache.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    }
  }

  private forget(hash: string): void {
    this.dirty.delete(hash);
    this.lastAt.delete(hash);
  }
}

function pagesOf(query: Query): number {
  return Math.max(1, (query.state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 1);
}
