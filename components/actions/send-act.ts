import { requestAsk } from '@/lib/api/approval-queries';
import { ApiFailure } from '@/lib/api/http';
import { requestAction } from '@/lib/api/requests';
import { tabNowMs } from '@/lib/api/tab-clock';
import type { ActionRequest, ActionResult, Preview } from '@/lib/contract/actions';
import { type AfterAction, afterAction } from '@/lib/domain/actions/after-action';
import { alsoOf, hasKeysLeft, requiresFor } from '@/lib/domain/actions/hold-choice';
import { failedAction } from './action-outcome';
import type { Act, DialogEvent } from './dialog-machine';

/** Sends exactly what the reading showed, and resolves with what came of it. Never rejects. */
export async function sendAct(act: Act): Promise<DialogEvent> {
  const { action, reading, reason, ticket, typedKey, leaseMs, quarantineMs, although, chosen } = act;
  const { preview, receivedAtMs } = reading;
  const { lock, holder, seen } = preview;
  const sentAtMs = preview.nowMs + Math.max(0, tabNowMs() - receivedAtMs);
  const also = alsoOf(preview.hold, chosen);
  const request: ActionRequest = {
    seen,
    reason,
    ...(ticket !== '' && { ticket }),
    ...(requiresFor(preview, chosen).typedKey && { typedKey }),
    ...(although !== null && { although }),
    ...(also.length > 0 && { also }),
    ...(leaseMs !== null && { leaseMs }),
    ...(quarantineMs !== null && { quarantineMs }),
  };
  if (preview.secondPerson) return sendAsk(act, request);
  try {
    const result = await requestAction(action, lock.id, request);
    const facts = { seenAtMs: seen.readAtMs, sentAtMs, doneAtMs: performance.now() };
    const isKept =
      hasKeysLeft(result.hold) || preview.consequences.some(({ code }) => code === 'others-hold-on');
    const after = afterEach(preview, result);
    const parts = preview.hold?.parts ?? [];
    return {
      type: 'done',
      done: { action, lock, holder, parts, isKept, leaseMs, reason, ticket, after, result, ...facts },
    };
  } catch (error) {
    return { type: 'failed', failed: failedAction(ApiFailure.of(error), preview) };
  }
}

/** Has a second person asked for it. An answer that never came leaves no act open: the lock is as it was. */
async function sendAsk({ action, reading: { preview } }: Act, request: ActionRequest): Promise<DialogEvent> {
  try {
    return { type: 'asked', answer: await requestAsk(preview.lock.id, { ...request, action }) };
  } catch (error) {
    const failed = failedAction(ApiFailure.of(error), preview);
    return { type: 'failed', failed: failed.is === 'unclear' ? { ...failed, is: 'refused' } : failed };
  }
}

/** What it came to on the nodes of a Redlock group: of several keys the one of which that is least sure. */
function afterEach({ lock, hold }: Preview, result: ActionResult): AfterAction | null {
  const others = (result.hold?.keys ?? []).flatMap(({ id, outcome, nodes }) => {
    const part = hold?.parts.find((each) => each.lock.id === id);
    return part && outcome === 'released' ? [afterAction(part.lock, { outcome, nodes })] : [];
  });
  const all = [afterAction(lock, result), ...others];
  return all.find((after) => after?.is === 'short') ?? all[0] ?? null;
}
