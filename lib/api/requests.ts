import type { LockAction } from '../contract/action-codes';
import type { ActionRequest, ActionResult, Preview, PreviewRequest } from '../contract/actions';
import type { DecideRequest, DecideResult } from '../contract/possible';
import type { SilenceRequest, SilenceResult } from '../contract/silences';
import type { LockId } from '../domain/keys/lock-id';
import { call } from './http';

/** Decides for good whether a key is a lock. Throws ApiFailure. */
export function requestDecision(id: LockId, request: DecideRequest): Promise<DecideResult> {
  return call('POST /api/possible/{id}', { id, body: request });
}

/** What an act would do, read from Redis now. Throws ApiFailure. */
export function requestPreview(id: LockId, request: PreviewRequest, signal?: AbortSignal): Promise<Preview> {
  return call('POST /api/locks/{id}/preview', { id, body: request, signal });
}

/** Acts on exactly what was seen. Throws ApiFailure; code `changed` (409) has `ChangedDetails` in `details`. */
export function requestAction(action: LockAction, id: LockId, request: ActionRequest): Promise<ActionResult> {
  return call(`POST /api/locks/{id}/${action}`, { id, body: request });
}

/** Silences findings. Throws ApiFailure. */
export function requestSilence(request: SilenceRequest): Promise<SilenceResult> {
  return call('POST /api/silences', { body: request });
}

/** Ends a silence. Throws ApiFailure; code `not-found` when it has ended already. */
export function requestSilenceEnd(id: string): Promise<SilenceResult> {
  return call('DELETE /api/silences/{id}', { id });
}
