import { infiniteQueryOptions, keepPreviousData, type Query, queryOptions } from '@tanstack/react-query';
import type { AuditTexts } from '../domain/actions/audit';
import type {
  ActRequest,
  ActResult,
  AuditAnswer,
  FamiliesAnswer,
  FindingsAnswer,
  HolderAnswer,
  HoldersAnswer,
  LockDetail,
  LockFilter,
  LockList,
  NodesAnswer,
  Overview,
  Preview,
  PreviewRequest,
} from '../domain/api';
import type { LockId } from '../domain/keys/lock-id';
import type { DecideRequest, DecideResult, PossibleAnswer } from '../domain/possible-api';
import type { SilenceRequest, SilenceResult, SilencesAnswer } from '../domain/silences-api';
import type { WaitGraph } from '../domain/wait-graph/wait-graph';
import { fetchJson } from './http';
import { journal } from './journal';
import { patchList } from './patch';

/** Locks of one page of a list. */
export const PAGE_SIZE = 200;

/** Query string of what is set, with a leading `?`, or nothing. */
export function queryString(values: Record<string, string | number | null | undefined>): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
}

export const lockQueries = {
  all: ['locks'] as const,
  lists: ['locks', 'list'] as const,
  details: ['locks', 'detail'] as const,

  /** An infinite query: `data.pages` of LockList, each at least as new as every patch seen so far. */
  list: (filter: LockFilter, pageSize = PAGE_SIZE) =>
    infiniteQueryOptions({
      queryKey: [...lockQueries.lists, pageSize, filter] as const,
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const { q, target, sort, desc } = filter;
        const query = queryString({
          q,
          target,
          sort,
          desc: desc ? '1' : '0',
          cursor: pageParam,
          limit: pageSize,
        });
        return upToDate(await fetchJson<LockList>(`/api/locks${query}`, { signal }));
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (old, query) => (targetOf(query) === filter.target ? old : undefined),
    }),

  /** One lock, read from Redis now. A 404 carries `LockGone` in the details of its ApiFailure. */
  detail: (id: LockId) =>
    queryOptions({
      queryKey: [...lockQueries.details, id] as const,
      queryFn: ({ signal }) => fetchJson<LockDetail>(`/api/locks/${id}`, { signal }),
    }),

  /** At most eight locks for the search palette. */
  search: (q: string) =>
    queryOptions({
      queryKey: ['search', q] as const,
      queryFn: ({ signal }) => fetchJson<LockList>(`/api/search${queryString({ q })}`, { signal }),
      placeholderData: keepPreviousData,
      enabled: q.trim() !== '',
      gcTime: 30_000,
    }),
};

export const familyQueries = {
  all: ['families'] as const,
  list: (q: string, target: string | null) =>
    queryOptions({
      queryKey: [...familyQueries.all, q, target] as const,
      queryFn: ({ signal }) =>
        fetchJson<FamiliesAnswer>(`/api/families${queryString({ q, target })}`, { signal }),
      placeholderData: (old, query) => (query?.queryKey.at(-1) === target ? old : undefined),
    }),
};

export const holderQueries = {
  all: ['holders'] as const,
  list: (q: string, target: string | null) =>
    queryOptions({
      queryKey: [...holderQueries.all, 'list', q, target] as const,
      queryFn: ({ signal }) =>
        fetchJson<HoldersAnswer>(`/api/holders${queryString({ q, target })}`, { signal }),
      placeholderData: (old, query) => (query?.queryKey.at(-1) === target ? old : undefined),
    }),
  /** `ref` = one of `holderRefsOf`; null = nothing tells the holder from others, and nothing is fetched. */
  of: (ref: string | null) =>
    queryOptions({
      queryKey: [...holderQueries.all, ref] as const,
      queryFn: ({ signal }) =>
        fetchJson<HolderAnswer>(`/api/holders/${encodeURIComponent(ref ?? '')}`, { signal }),
      enabled: ref !== null,
    }),
};

export const overviewQueries = {
  all: ['overview'] as const,
  /** `target` null = all of them. */
  now: (target: string | null) =>
    queryOptions({
      queryKey: [...overviewQueries.all, target] as const,
      queryFn: ({ signal }) => fetchJson<Overview>(`/api/overview${queryString({ target })}`, { signal }),
    }),
};

export const graphQueries = {
  all: ['graph'] as const,
  /** `target` null = all of them. */
  now: (target: string | null) =>
    queryOptions({
      queryKey: [...graphQueries.all, target] as const,
      queryFn: ({ signal }) => fetchJson<WaitGraph>(`/api/graph${queryString({ target })}`, { signal }),
      placeholderData: (old, query) => (query?.queryKey.at(-1) === target ? old : undefined),
    }),
};

/** The stream tells nothing of keys that may be locks. */
const POSSIBLE_EVERY_MS = 10_000;

export const nodesQueries = {
  all: ['nodes'] as const,
  now: () =>
    queryOptions({
      queryKey: [...nodesQueries.all, 'now'] as const,
      queryFn: ({ signal }) => fetchJson<NodesAnswer>('/api/nodes', { signal }),
    }),
};

export const findingsQueries = {
  all: ['findings'] as const,
  open: (target: string | null) =>
    queryOptions({
      queryKey: [...findingsQueries.all, target] as const,
      queryFn: ({ signal }) =>
        fetchJson<FindingsAnswer>(`/api/findings${queryString({ target })}`, { signal }),
    }),
};

export const silenceQueries = {
  all: ['silences'] as const,
  /** Those that run, of one target or of all. */
  running: (target: string | null) =>
    queryOptions({
      queryKey: [...silenceQueries.all, target] as const,
      queryFn: ({ signal }) =>
        fetchJson<SilencesAnswer>(`/api/silences${queryString({ target })}`, { signal }),
    }),
};

export const auditQueries = {
  all: ['audit'] as const,
  /** The newest entries that a filter lets through; no rows of another filter stand in for them. */
  matching: (texts: AuditTexts, target: string | null) =>
    queryOptions({
      queryKey: [...auditQueries.all, texts, target] as const,
      queryFn: ({ signal }) =>
        fetchJson<AuditAnswer>(`/api/audit${queryString({ ...texts, target })}`, { signal }),
    }),
};

export const possibleQueries = {
  key: ['possible'] as const,
  /** Keys that may be locks, of one target or of all, and the decisions about others. */
  all: (target: string | null) =>
    queryOptions({
      queryKey: [...possibleQueries.key, target] as const,
      queryFn: ({ signal }) =>
        fetchJson<PossibleAnswer>(`/api/possible${queryString({ target })}`, { signal }),
      refetchInterval: POSSIBLE_EVERY_MS,
    }),
};

/** Decides for good whether a key is a lock. Throws ApiFailure. */
export function decide(id: LockId, request: DecideRequest): Promise<DecideResult> {
  return fetchJson<DecideResult>(`/api/possible/${id}`, { method: 'POST', body: request });
}

/** What an act would do, read from Redis now. Throws ApiFailure. */
export function previewAction(id: LockId, request: PreviewRequest, signal?: AbortSignal): Promise<Preview> {
  return fetchJson<Preview>(`/api/locks/${id}/preview`, {
    method: 'POST',
    body: request,
    ...(signal ? { signal } : {}),
  });
}

/** Releases exactly what was seen. Throws ApiFailure; code `changed` (409) has `ChangedDetails` in `details`. */
export function releaseLock(id: LockId, request: ActRequest): Promise<ActResult> {
  return fetchJson<ActResult>(`/api/locks/${id}/release`, { method: 'POST', body: request });
}

/** Extends exactly what was seen. Throws as `releaseLock`. */
export function extendLock(id: LockId, request: ActRequest): Promise<ActResult> {
  return fetchJson<ActResult>(`/api/locks/${id}/extend`, { method: 'POST', body: request });
}

/** Silences findings. Throws ApiFailure. */
export function addSilence(request: SilenceRequest): Promise<SilenceResult> {
  return fetchJson<SilenceResult>('/api/silences', { method: 'POST', body: request });
}

/** Ends a silence. Throws ApiFailure; code `not-found` when it has ended already. */
export function endSilence(id: string): Promise<SilenceResult> {
  return fetchJson<SilenceResult>(`/api/silences/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** While another filter is fetched the old rows stay, but never those of another connection under this one's name. */
function targetOf(query: Pick<Query, 'queryKey'> | undefined): string | null | undefined {
  return (query?.queryKey.at(-1) as LockFilter | undefined)?.target;
}

function upToDate(list: LockList): LockList {
  return journal.since(list.version).reduce(patchList, list);
}
