import type { XrayResult } from '../contract/xray';
import type { LockId } from '../domain/keys/lock-id';
import { call } from './http';

/** What connecting, measuring and asking for clients takes at most, beside the listening. */
const AROUND_MS = 12_000;

/** An X-ray of one lock on `nodes` servers, one after the other. Aborting `signal` ends it on the server too. Throws ApiFailure. */
export function takeXray(
  id: LockId,
  { seconds, nodes, signal }: { seconds: number; nodes: number; signal: AbortSignal },
): Promise<XrayResult> {
  return call('POST /api/locks/{id}/xray', {
    id,
    body: { seconds },
    signal,
    timeoutMs: nodes * (seconds * 1_000 + AROUND_MS),
  });
}
