import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { approvalQueries } from '@/lib/api/approval-queries';
import { ApiFailure } from '@/lib/api/http';
import { lockQueries } from '@/lib/api/queries';
import type { ApprovalAnswer } from '@/lib/contract/approval/approvals';

/** Sends a decision about a request; its answer, and after a failure the request as it is now, is shown everywhere. */
export function useDeciding(id: number) {
  const cache = useQueryClient();
  const [state, setState] = useState<'idle' | 'sending' | ApiFailure>('idle');

  async function send(decide: () => Promise<ApprovalAnswer>): Promise<boolean> {
    setState('sending');
    const { queryKey } = approvalQueries.one(String(id));
    try {
      cache.setQueryData(queryKey, await decide());
      setState('idle');
      return true;
    } catch (error) {
      setState(ApiFailure.of(error));
      return false;
    } finally {
      void cache.invalidateQueries({ queryKey: approvalQueries.all });
      void cache.invalidateQueries({ queryKey: lockQueries.all });
    }
  }

  return { isSending: state === 'sending', failure: state instanceof ApiFailure ? state : null, send };
}
