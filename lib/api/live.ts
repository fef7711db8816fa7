import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { LockDetail, LockList } from '../contract/locks';
import type { NodesAnswer } from '../contract/nodes';
import type { LiveMessage } from '../contract/stream';
import { BEAT_MS } from '../domain/keys/process-record';
import { historyQueries } from './history-queries';
import { patchDetail, patchList } from './patch';
import {
  auditQueries,
  familyQueries,
  findingsQueries,
  graphQueries,
  holderQueries,
  lockQueries,
  nodesQueries,
  overviewQueries,
  silenceQueries,
} from './queries';

/** The server reads a heartbeat this long after it was due, at the latest, as a rule. */
const ANSWER_SLACK_MS = 1_500;
const ANSWERED_LATELY_MS = 3_000;
/** Whether anybody tries to take a lock whose waiters cannot be counted is asked for this often. */
const TRIES_EVERY_MS = 5_000;

/** A reading that changes nothing sends no patch: what was answered this long ago is asked for again, for its age. */
const ANSWER_FRESH_MS = 15_000;

/** Everything that follows the locks and has to be fetched again after a gap. */
export const LIVE_KEYS: readonly QueryKey[] = [
  lockQueries.all,
  familyQueries.all,
  holderQueries.all,
  overviewQueries.all,
  nodesQueries.all,
  findingsQueries.all,
  graphQueries.all,
  silenceQueries.all,
  auditQueries.all,
  historyQueries.all,
];

/**
 * Writes one message into the cache, in place and with structural sharing, and returns the keys of what only the server
 * can bring up to date. The caller fetches those again, at most once a second.
 */
export function applyEvent(cache: QueryClient, message: LiveMessage): readonly QueryKey[] {
  if (message.type === 'resync') return LIVE_KEYS;
  if (message.type === 'hello') return [];
  if (message.type === 'status') return applyStatus(cache, message);
  return applyPatch(cache, message);
}

function applyPatch(cache: QueryClient, patch: Extract<LiveMessage, { type: 'patch' }>): readonly QueryKey[] {
  cache.setQueriesData<InfiniteData<LockList>>({ queryKey: lockQueries.lists }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => patchList(page, patch));
    return pages.every((page, i) => page === data.pages[i]) ? data : { ...data, pages };
  });
  const touched = new Set([...patch.changed.map(({ id }) => id), ...patch.removed]);
  for (const event of patch.events) touched.add(event.id);
  const stale: QueryKey[] = [];
  for (const [queryKey, data] of cache.getQueriesData<LockDetail>({ queryKey: lockQueries.details })) {
    // Untouched details are left alone: setting one would wipe out that its lock was not found.
    if (data && touched.has(String(queryKey.at(-1)))) {
      cache.setQueryData<LockDetail>(queryKey, patchDetail(data, patch));
    }
    if (touched.has(String(queryKey.at(-1)))) stale.push(queryKey);
  }
  return [
    ...stale,
    lockQueries.lists,
    familyQueries.all,
    holderQueries.all,
    overviewQueries.all,
    findingsQueries.all,
    graphQueries.all,
  ];
}

function applyStatus(
  cache: QueryClient,
  { nodes, tallies, version, nowMs }: Extract<LiveMessage, { type: 'status' }>,
): readonly QueryKey[] {
  // What is of one moment is never mixed with that of another: the overview is fetched again as a whole.
  cache.setQueryData<NodesAnswer>(
    nodesQueries.now().queryKey,
    (data) => data && { ...data, nodes, tallies, version, nowMs },
  );
  // Nobody is told of each heartbeat, and holders' pages and the graph show them: they are answered from memory.
  return [
    overviewQueries.all,
    findingsQueries.all,
    silenceQueries.all,
    holderQueries.all,
    graphQueries.all,
    ...oldLists(cache, nowMs),
    ...oldDetails(cache, nowMs),
  ];
}

function oldLists(cache: QueryClient, nowMs: number): QueryKey[] {
  return cache
    .getQueriesData<InfiniteData<LockList>>({ queryKey: lockQueries.lists })
    .filter(([, data]) => data?.pages.some((page) => nowMs - page.nowMs >= ANSWER_FRESH_MS))
    .map(([queryKey]) => queryKey);
}

/** Details of which nobody is told: a heartbeat that should have been read again, a try to take the lock. */
function oldDetails(cache: QueryClient, nowMs: number): QueryKey[] {
  return cache
    .getQueriesData<LockDetail>({ queryKey: lockQueries.details })
    .filter(
      ([key, data]) =>
        data &&
        !cache.getQueryState(key)?.error &&
        (nowMs - data.nowMs >= ANSWER_FRESH_MS || heartbeatIsOld(data, nowMs) || triesAreOld(data, nowMs)),
    )
    .map(([queryKey]) => queryKey);
}

function triesAreOld({ lock, nowMs: answeredAtMs }: LockDetail, nowMs: number): boolean {
  const cannotBeCounted = lock.waiters.count === null && lock.holders.length > 0 && lock.votes === null;
  return cannotBeCounted && lock.state !== 'unknown' && nowMs - answeredAtMs >= TRIES_EVERY_MS;
}

function heartbeatIsOld({ lock, nowMs: answeredAtMs }: LockDetail, nowMs: number): boolean {
  if (lock.state === 'unknown' || nowMs - answeredAtMs < ANSWERED_LATELY_MS) return false;
  return lock.holders.some(({ process }) => {
    const { record, beatMs, known } = process?.heartbeat ?? {};
    const told = record === 'present' || record === 'deleted' || record === 'lapsed';
    return told && nowMs - (known?.atMs ?? nowMs) > Math.max(BEAT_MS, beatMs ?? 0) + ANSWER_SLACK_MS;
  });
}
