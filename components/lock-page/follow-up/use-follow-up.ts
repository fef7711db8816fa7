'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Done } from '@/components/actions/done';
import { eventsIn } from '@/components/actions/next-holder';
import { NEXT_WATCH_MS } from '@/components/actions/next-holder-of';
import { useLive, useNow } from '@/components/app/live-provider';
import { ApiFailure } from '@/lib/api/http';
import { lockQueries } from '@/lib/api/queries';
import type { LockDetail } from '@/lib/contract/locks';
import { actNow, comebackUntilMs, type FollowUp, followUpOf, HEALTHY_AFTER_MS } from './follow-up';
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
 * Follows an action for as long as it is shown: from the cached answer about the lock, which changes update, and which is
 * read again when something is due. `done` is the action as it is now.
 */
export function useFollowUp(asked: Done): { done: Done; follow: FollowUp } {
  const { phase, actsOff } = useLive();
  const nowMs = useNow(1_000, true) || asked.result.atMs;
  const done = actNow(asked, nowMs);
  const [since, setSince] = useState(NOTHING_OBSERVED);
  const query = useQuery({
    ...lockQueries.detail(done.lock.id),
    retry: false,
    refetchInterval: phase === 'paused' ? false : nextReadMs(done, since, nowMs),
  });
  const failedAtMs = useFirstSeen(query.errorUpdatedAt, nowMs);
  const found = actsOff ? unknownAt(nowMs) : observedIn(query, failedAtMs, nowMs);
  const now = withObserved(since, found, eventsIn(query), done);
  if (now !== since) setSince(now);
  return { done, follow: followUpOf(done, now, nowMs) };
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

/** When this value was first seen: the answer that a lock is gone names no time, and a kept one says nothing of now. */
function useFirstSeen(value: number, nowMs: number): number {
  const [seen, setSeen] = useState({ value, atMs: nowMs });
  if (seen.value === value) return seen.atMs;
  setSeen({ value, atMs: nowMs });
  return nowMs;
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
