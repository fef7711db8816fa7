import { queryOptions } from '@tanstack/react-query';
import type { ApprovalAnswer, AskRequest } from '../contract/approval/approvals';
import type { LockId } from '../domain/keys/lock-id';
import { asked } from './asked';
import { call } from './http';

/** The live stream says nothing of these. */
const LIST_EVERY_MS = 5_000;
const ONE_EVERY_MS = 1_000;
/** An approved act is answered when it is done. */
const ACT_LIMIT_MS = 30_000;

export const approvalQueries = {
  all: ['approvals'] as const,
  list: () =>
    queryOptions({
      queryKey: [...approvalQueries.all, 'list'] as const,
      ...asked('GET /api/requests', {}),
      refetchInterval: LIST_EVERY_MS,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...approvalQueries.all, id] as const,
      ...asked('GET /api/requests/{id}', { id }),
      refetchInterval: ONE_EVERY_MS,
    }),
};

/** Asks a second person for an act on exactly what was seen. Throws ApiFailure as the act does. */
export function requestAsk(id: LockId, request: AskRequest): Promise<ApprovalAnswer> {
  return call('POST /api/locks/{id}/ask', { id, body: request });
}

/** Approves and runs it; the answer says what became of it. Throws ApiFailure, and then nothing was run but when `status` is 0. */
export function requestApproval(id: number): Promise<ApprovalAnswer> {
  return call('POST /api/requests/{id}/approve', { id: String(id), body: {}, timeoutMs: ACT_LIMIT_MS });
}

/** Throws ApiFailure. */
export function requestDecline(id: number, reason: string): Promise<ApprovalAnswer> {
  return call('POST /api/requests/{id}/decline', { id: String(id), body: { reason } });
}

/** Throws ApiFailure. */
export function requestWithdrawal(id: number): Promise<ApprovalAnswer> {
  return call('POST /api/requests/{id}/withdraw', { id: String(id), body: {} });
}
