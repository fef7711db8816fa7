import { createApprovalStore, type KeptApproval } from '../../server/access/approval-store';
import type { Runtime } from '../../server/runtime/types';
import { conclude } from '../with-audit';

/** Writes into the entry of the request what became of it. */
export async function concludeAsked(
  running: Pick<Runtime, 'history' | 'log' | 'now'>,
  { entry, id, expiresMs, decided, result }: KeptApproval,
  outcome: 'approved' | 'declined' | 'withdrawn' | 'expired' | 'unknown',
): Promise<void> {
  await conclude(running, entry, outcome, {
    ...{ request: id, expiresMs },
    ...(decided && { decided }),
    ...(result && { became: result }),
  });
}

/** So long an act that was approved may take until it counts as lost. */
const LOST_AFTER_MS = 60_000;
const KEPT_MS = 30 * 86_400_000;

/** Ends requests whose time is over, and those whose console died between the approval and the act. Never runs one. */
export async function endOldApprovals(
  running: Pick<Runtime, 'archive' | 'history' | 'log' | 'now'>,
): Promise<void> {
  const store = createApprovalStore(running.archive);
  const nowMs = running.now();
  for (const kept of await store.expire(nowMs)) await concludeAsked(running, kept, 'expired');
  for (const kept of await store.giveUp(nowMs - LOST_AFTER_MS)) await concludeAsked(running, kept, 'unknown');
  await store.forget(nowMs - KEPT_MS);
}
