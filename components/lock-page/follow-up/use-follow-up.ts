'use client';

import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Done } from '@/components/actions/done';
import { doneByKey } from '@/components/actions/done-keys';
import { eventsIn } from '@/components/actions/next-holder';
import { NEXT_WATCH_MS } from '@/components/actions/next-holder-of';
import { useLive, useNow } from '@/components/app/live-provider';
import { ApiFailure } from '@/lib/api/http';
import { lockQueries } from '@/lib/api/queries';
import type { LockDetail } from '@/lib/contract/locks';
import { actNow, comebackUntilMs, type FollowUp, followUpOf, HEALTHY_AFTER_MS } from './follow-up';
import { type FollowedKey, joinFollowUps } from './join-follow-ups';
import {
  NOTHING_OBSERVED,
  type ObservedLock,
  type ObservedSince,
  observedAt,
  withObserved,
} from './observed-lock';

/** How often the lock is read, ms: while who acquires next is watched, at most when something is due, and at least. */
const READ_EVERY_MS = { next: 500, due: 2_000, later: 15_000 };

/**
 * Follows an action for as long as it is shown: from the cached answers about its keys, which changes update, and which are
 * read again when something is due. `done` is the action as it is now, `keys` each key that was freed, first that of the page;
 * `follow` is what they come to together.
 */
export function useFollowUp(asked: Done): { done: Done; follow: FollowUp; keys: readonly FollowedKey[] } {
  const { phase, actsOff } = useLive();
  const nowMs = useNow(1_000, true) || asked.result.atMs;
  const done = actNow(asked, nowMs);
  const others = doneByKey(asked).filter(({ lock }) => lock.id !== asked.lock.id);
  const all = [done, ...others.map((each) => actNow(each, nowMs))];
  const [since, setSince] = useState<readonly ObservedSince[]>([]);
  const observed = (nth: number) => since[nth] ?? NOTHING_OBSERVED;
  const queries = useQueries({
    queries: all.map((each, nth) => ({
      ...lockQueries.detail(each.lock.id),
      retry: false,
      refetchInterval: phase === 'paused' ? (false as const) : nextReadMs(each, observed(nth), nowMs),
    })),
  });
  const failedAtMs = useFirstSeen(
    queries.map(({ errorUpdatedAt }) => errorUpdatedAt),
    nowMs,
  );
  const now = all.map((each, nth) => {
    const query = queries[nth] ?? { data: undefined, error: null };
    const found = actsOff ? unknownAt(nowMs) : observedIn(query, failedAtMs[nth] ?? nowMs, nowMs);
    return withObserved(observed(nth), found, eventsIn(query), each);
  });
  if (now.some((each, nth) => each !== observed(nth))) setSince(now);
  const followed = (each: Done, nth: number): FollowedKey => ({
    done: each,
    follow: followUpOf(each, now[nth] ?? NOTHING_OBSERVED, nowMs),
  });
  const [, ...rest] = all;
  const keys = [followed(done, 0), ...rest.map((each, nth) => followed(each, nth + 1))] as const;
  return { done, follow: joinFollowUps(keys), keys };
}

type Answer = { data: LockDetail | undefined; error: Error | null };

function observedIn({ data, error }: Answer, failedAtMs: number, nowMs: number): ObservedLock | null {
  if (error instanceof ApiFailure && error.code === 'not-found')
    return { is: 'free', isLost: false, fromMs: failedAtMs, toMs: failedAtMs };
  if (error || data?.unread || data?.lock.state === 'unknown') return unknownAt(nowMs);
  return data ? observedAt(data.lock) : null;
}

function unknownAt(nowMs: number): ObservedLock {
  return { is: 'unknown', fromMs: nowMs, toMs: nowMs };
}

/** When each value was first seen: the answer that a lock is gone names no time, and a kept one says nothing of now. */
function useFirstSeen(values: readonly number[], nowMs: number): readonly number[] {
  const [seen, setSeen] = useState(() => values.map((value) => ({ value, atMs: nowMs })));
  const next = values.map((value, nth) => (seen[nth]?.value === value ? seen[nth] : { value, atMs: nowMs }));
  if (next.some((each, nth) => each !== seen[nth])) setSeen(next);
  return next.map(({ atMs }) => atMs);
}

/** When the lock is read again, for what is due next; false = nothing is. */
function nextReadMs(done: Done, { locks, next }: ObservedSince, nowMs: number): number | false {
  const { atMs } = done.result;
  if (done.action === 'release' && next === null && nowMs - atMs < NEXT_WATCH_MS) return READ_EVERY_MS.next;
  if (locks.at(-1)?.is === 'unknown') return READ_EVERY_MS.due;
  const readMs = locks.at(-1)?.toMs ?? atMs;
  const due = [atMs + HEALTHY_AFTER_MS, comebackUntilMs(done)].filter((dueMs) => readMs < dueMs);
  if (due.length === 0) return false;
  return Math.min(READ_EVERY_MS.later, Math.max(READ_EVERY_MS.due, Math.min(...due) - nowMs));
}
