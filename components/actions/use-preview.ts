'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiFailure } from '@/lib/api/http';
import { previewAction } from '@/lib/api/queries';
import type { PreviewRequest } from '@/lib/contract/actions';
import type { LockId } from '@/lib/domain/keys/lock-id';
import type { Reading } from './dialog-machine';

/** Between two readings. */
const EVERY_MS = 1_000;

/** What an act would do, read from Redis at once and every second while `enabled`. */
export function usePreview(
  id: LockId,
  request: PreviewRequest,
  enabled: boolean,
): UseQueryResult<Reading, ApiFailure> {
  return useQuery<Reading, ApiFailure>({
    queryKey: ['preview', id, request],
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now();
      const preview = await previewAction(id, request, signal);
      return { preview, request, askedAtMs, receivedAtMs: performance.now() };
    },
    enabled,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
