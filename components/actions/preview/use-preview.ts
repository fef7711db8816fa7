'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiFailure } from '@/lib/api/http';
import { requestPreview } from '@/lib/api/requests';
import { tabNowMs } from '@/lib/api/tab-clock';
import type { PreviewRequest } from '@/lib/contract/actions';
import type { LockId } from '@/lib/domain/keys/lock-id';
import type { PreviewReading } from '../dialog-machine';

/** Between two readings. */
const EVERY_MS = 1_000;

/** What an act would do, read from Redis at once and every second while `enabled`. */
export function usePreview(
  id: LockId,
  request: PreviewRequest,
  enabled: boolean,
): UseQueryResult<PreviewReading, ApiFailure> {
  return useQuery<PreviewReading, ApiFailure>({
    queryKey: ['preview', id, request],
    queryFn: async ({ signal }) => {
      const askedAtMs = tabNowMs();
      const preview = await requestPreview(id, request, signal);
      return { preview, request, askedAtMs, receivedAtMs: tabNowMs() };
    },
    enabled,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
