import { infiniteQueryOptions, keepPreviousData, type Query, queryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '../contract/audit';
import type { LockFilter, LockList } from '../contract/locks';
import type { AuditTexts } from '../domain/actions/audit';
import type { LockId } from '../domain/keys/lock-id';
import { asked } from './asked';
import { call } from './http';
import { journal } from './journal';
import { patchList } from './patch';

/** Locks of one page of a list. */
const PAGE_SIZE = 200;

export const lockQueries = {
  all: ['locks'] as const,
  lists: ['locks', 'list'] as const,
  details: ['locks', 'detail'] as const,

  /** An infinite query: `data.pages` of LockList, each at least as new as every patch seen so far. */
  list: (filter: LockFilter, pageSize = PAGE_SIZE) =>
    infiniteQueryOptions({
      queryKey: [...lockQueries.lists, pageSize, filter] as const,
      initialPageParam: null as string | null,
      meta: { asked: listAsked(filter, pageSize, null) },
      queryFn: async ({ pageParam, signal }) => {
        const { key, request } = listAsked(filter, pageSize, pageParam);
        return upToDate(await call(key, { ...request, signal }));
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (old, query) => (targetOf(query) === filter.target ? old : undefined),
    }),

  /** One lock, read from Redis now. A 404 carries `LockGone` in the details of its ApiFailure. */
  detail: (id: LockId) =>
    queryOptions({
      queryKey: [...lockQueries.details, id] as const,
      ...asked('GET /api/locks/{id}', { id }),
    }),

  /** At most eight locks for the search palette. */
  search: (q: string) =>
    queryOptions({
      queryKey: ['search', q] as const,
      ...asked('GET /api/search', { query: { q } }),
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
      ...asked('GET /api/families', { query: { q, target } }),
      placeholderData: (old, query) => (query?.queryKey.at(-1) === target ? old : undefined),
    }),
};

export const holderQueries = {
  all: ['holders'] as const,
  list: (q: string, target: string | null) =>
    queryOptions({
      queryKey: [...holderQueries.all, 'list', q, target] as const,
      ...asked('GET /api/holders', { query: { q, target } }),
      placeholderData: (old, query) => (query?.queryKey.at(-1) === target ? old : undefined),
    }),
  /** `ref` = one of `holderRefsOf`; null = nothing tells the holder from others, and nothing is fetched. */
  of: (ref: string | null) =>
    queryOptions({
      queryKey: [...holderQueries.all, ref] as const,
      ...asked('GET /api/holders/{id}', { id: ref ?? '' }),
      enabled: ref !== null,
    }),
};

export const overviewQueries = {
  all: ['overview'] as const,
  /** `target` null = all of them. */
  now: (target: string | null) =>
    queryOptions({
      queryKey: [...overviewQueries.all, target] as const,
      ...asked('GET /api/overview', { query: { target } }),
    }),
};

export const graphQueries = {
  all: ['graph'] as const,
  /** `target` null = all of them. */
  now: (target: string | null) =>
    queryOptions({
      queryKey: [...graphQueries.all, target] as const,
      ...asked('GET /api/graph', { query: { target } }),
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
      ...asked('GET /api/nodes', {}),
    }),
};

export const findingsQueries = {
  all: ['findings'] as const,
  open: (target: string | null) =>
    queryOptions({
      queryKey: [...findingsQueries.all, target] as const,
      ...asked('GET /api/findings', { query: { target } }),
    }),
};

export const silenceQueries = {
  all: ['silences'] as const,
  /** Those that run, of one target or of all. */
  running: (target: string | null) =>
    queryOptions({
      queryKey: [...silenceQueries.all, target] as const,
      ...asked('GET /api/silences', { query: { target } }),
    }),
};

/** The server reads all of the audit to verify it. */
const CHAIN_EVERY_MS = 60_000;

export const auditQueries = {
  all: ['audit'] as const,
  /** Whether the audit is as it was written. */
  chain: () =>
    queryOptions({
      queryKey: [...auditQueries.all, 'chain'] as const,
      ...asked('GET /api/audit/chain', {}),
      refetchInterval: CHAIN_EVERY_MS,
    }),
  /** The newest entries that a filter lets through; no rows of another filter stand in for them. */
  matching: (texts: AuditTexts, target: string | null) =>
    queryOptions({
      queryKey: [...auditQueries.all, texts, target] as const,
      ...asked('GET /api/audit', { query: auditAsked(texts, target) }),
    }),
};

export const possibleQueries = {
  key: ['possible'] as const,
  /** Keys that may be locks, of one target or of all, and the decisions about others. */
  all: (target: string | null) =>
    queryOptions({
      queryKey: [...possibleQueries.key, target] as const,
      ...asked('GET /api/possible', { query: { target } }),
      refetchInterval: POSSIBLE_EVERY_MS,
    }),
};

/** The filter of the audit as its endpoints take it: the page shows none that they refuse. */
export function auditAsked({ action, outcome, ...texts }: AuditTexts, target: string | null) {
  const of = { action: action as AuditEntry['action'], outcome: outcome as AuditEntry['outcome'] };
  return { ...texts, ...of, target };
}

/** What a page of the list is asked with. */
function listAsked({ q, target, sort, desc }: LockFilter, limit: number, cursor: string | null) {
  const query = { q, target, sort, desc: desc ? '1' : '0', cursor, limit } as const;
  return { key: 'GET /api/locks', request: { query } } as const;
}

/** While another filter is fetched the old rows stay, but never those of another connection under this one's name. */
function targetOf(query: Pick<Query, 'queryKey'> | undefined): string | null | undefined {
  return (query?.queryKey.at(-1) as LockFilter | undefined)?.target;
}

function upToDate(list: LockList): LockList {
  return journal.since(list.version).reduce(patchList, list);
}
