import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { ApiFailure, call } from '@/lib/api/http';
import { callLines } from '@/lib/api/lines';
import { holderQueries, lockQueries } from '@/lib/api/queries';
import type { BulkItem, BulkLine, BulkPlan, BulkPlanRequest } from '@/lib/contract/bulk';
import { toRun } from '@/lib/domain/actions/bulk';
import { BULK_START, type BulkDraft, bulkMachine, heldBySeen } from './run-machine';

/** 500 locks are read for a plan. */
const PLAN_LIMIT_MS = 30_000;

type Asked = { body: BulkPlanRequest; as: 'planned' | 'filled' };

/** A plan that is read when it is shown, and its run. `scope` = by what its locks were chosen, for the audit. */
export function useBulkRun(first: BulkPlanRequest, scope: string) {
  const cache = useQueryClient();
  const [state, dispatch] = useReducer(bulkMachine, BULK_START);
  const [ask, setAsk] = useState<Asked>({ body: first, as: 'planned' });

  useEffect(() => {
    const stop = new AbortController();
    const request = { body: ask.body, signal: stop.signal, timeoutMs: PLAN_LIMIT_MS };
    call('POST /api/bulk/preview', request).then(
      (plan) => dispatch({ type: ask.as, plan }),
      (error) => stop.signal.aborted || dispatch({ type: 'unread', failure: ApiFailure.of(error) }),
    );
    return () => stop.abort();
  }, [ask]);

  /** Reads a plan anew: of these locks, or of all that were asked for at first. `filled` = into the plan that is shown. */
  function read(items: readonly BulkItem[] | null, as: Asked['as'] = 'planned'): void {
    dispatch({ type: 'planning' });
    setAsk({ body: items ? heldBySeen(items) : first, as });
  }

  async function go(plan: BulkPlan, draft: BulkDraft): Promise<void> {
    const ticket = draft.ticket.trim();
    const body = {
      ...toRun(plan, draft.although),
      count: Number(draft.count),
      reason: draft.reason.trim(),
      ...(ticket !== '' && { ticket }),
      scope,
    };
    dispatch({ type: 'sent', atMs: Date.now() });
    try {
      // The server is held to the same type in its tests.
      await callLines('POST /api/bulk/release', { body }, (line) =>
        dispatch({ type: 'line', line: line as BulkLine }),
      );
      dispatch({ type: 'closed' });
    } catch (error) {
      dispatch({ type: 'failed', failure: ApiFailure.of(error) });
    } finally {
      void cache.invalidateQueries({ queryKey: lockQueries.all });
      void cache.invalidateQueries({ queryKey: holderQueries.all });
    }
  }

  return { state, read, go };
}
