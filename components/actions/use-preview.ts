'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMonotonicNow } from '@/components/shell/live-provider';
import type { ApiFailure } from '@/lib/api/http';
import { previewAction } from '@/lib/api/queries';
import type { Preview, PreviewRequest } from '@/lib/domain/api';
import type { LockId } from '@/lib/domain/keys/lock-id';

/** Between two readings. */
const EVERY_MS = 1_000;
/** From this age on a reading is nothing to act on. */
const OLD_MS = 2_000;

/** `askedAtMs`, `receivedAtMs` on the tab's monotonic clock. */
export type TimedPreview = { preview: Preview; askedAtMs: number; receivedAtMs: number };

export type UsePreview = {
  timed: TimedPreview | null;
  /** About exactly this request and less than two seconds old, counted from when it was asked for. */
  fresh: boolean;
  error: ApiFailure | null;
};

/** What an act would do, read from Redis at once and every second while `enabled`. */
export function usePreview(id: LockId, request: PreviewRequest, enabled: boolean): UsePreview {
  const query = useQuery<TimedPreview, ApiFailure>({
    queryKey: ['preview', id, request],
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now();
      const preview = await previewAction(id, request, signal);
      return { preview, askedAtMs, receivedAtMs: performance.now() };
    },
    enabled,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const nowMs = useMonotonicNow(200);
  const timed = query.data ?? null;
  const fresh = timed !== null && !query.isPlaceholderData && nowMs - timed.askedAtMs < OLD_MS;
  return { timed, fresh, error: query.error };
}
