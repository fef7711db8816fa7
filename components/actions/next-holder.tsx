'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useMonotonicNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ApiFailure } from '@/lib/api/http';
import { lockQueries } from '@/lib/api/queries';
import type { LockEvent } from '@/lib/contract/lock';
import type { LockGone } from '@/lib/contract/locks';
import type { Done } from './done';
import { NEXT_WATCH_MS, type Next, nextHolderOf } from './next-holder-of';

/** Who acquired after a release, as soon as it is known; watched for ten seconds. */
export function NextHolder({ done, short }: { done: Done; short?: boolean }) {
  const t = useT('actions');
  const format = useFormat();
  const { next, leftMs } = useNextHolder(done);
  if (next) {
    const after = format.latency(next.afterMs);
    return (
      <span className="num inline-flex min-w-0 items-center gap-1.5 text-verified text-sm">
        <CircleCheck size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0 truncate">
          {t.rich(next.atMost ? 'next.within' : 'next.after', {
            holder: next.holder ?? t('next.unnamed'),
            after,
            k: (chunks) => (
              <bdi dir="ltr" className="font-semibold">
                {chunks}
              </bdi>
            ),
          })}
        </span>
      </span>
    );
  }
  if (short) return null;
  return (
    <span className="num inline-flex items-center gap-1.5 text-2 text-sm">
      <CircleDashed size={14} aria-hidden className="text-3" />
      {leftMs > 0
        ? t('next.watching', { left: format.span(Math.ceil(leftMs / 1_000) * 1_000) })
        : t('next.nobody')}
    </span>
  );
}

function useNextHolder(done: Done): { next: Next | null; leftMs: number } {
  const nowMs = useMonotonicNow();
  const leftMs = Math.max(0, done.doneAtMs + NEXT_WATCH_MS - nowMs);
  const query = useQuery({
    ...lockQueries.detail(done.lock.id),
    retry: false,
    refetchInterval: ({ state }) =>
      performance.now() > done.doneAtMs + NEXT_WATCH_MS || nextHolderOf(eventsIn(state), done) ? false : 500,
  });
  return { next: nextHolderOf(eventsIn(query), done), leftMs };
}

/** Events of a lock that is there, or of one that is gone. */
export function eventsIn({
  data,
  error,
}: {
  data: { events: LockEvent[] } | undefined;
  error: Error | null;
}): LockEvent[] {
  if (error instanceof ApiFailure && error.code === 'not-found') {
    return (error.details as Partial<LockGone>).events ?? [];
  }
  return data?.events ?? [];
}
