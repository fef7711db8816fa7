import type { ActionResult } from '../../contract/actions';
import type { Principal } from '../../domain/access/principal';
import { ConsoleError } from '../../domain/values/errors';
import { clientAddress } from '../../server/config/client-address';
import { claimedActor } from '../../server/http/guards';
import type { Runtime } from '../../server/runtime/types';
import { type Caller, countedBy } from '../with-audit';
import { runOnKey } from './action-on-key';
import { checkOnKey } from './check-on-key';
import type { RequestedAction } from './key-action';
import { checkHold, releaseHold } from './release-hold';

const AGENT_LENGTH = 200;

/** The caller of a request. Throws `invalid-argument` for a name that cannot be recorded. */
export function callerOf({ config }: Pick<Runtime, 'config'>, request: Request, by: Principal): Caller {
  const agent = (request.headers.get('user-agent') ?? '').slice(0, AGENT_LENGTH);
  return { by, address: clientAddress(request, config.proxies), agent, claimed: claimedActor(request) };
}

/**
 * Releases, extends or quarantines a lock that is still as seen; with `also`, all keys of a hold, of which none is touched unless all are
 * as seen. The audit has each key before anything is tried and learns the outcome, whatever it is; `unknown` when the reply
 * was lost. The outcome is `released` only where nothing keeps the lock that is known to be of the same hold. Throws
 * `changed` with `ChangedDetails`, `rate-limited`, `read-only`, `invalid-argument` when a reason or the typed key is missing
 * or a key has another token, and what `releaseLock` and `extendLock` throw; every error names its audit entry.
 */
export function runAction(runtime: Runtime, request: RequestedAction): Promise<ActionResult> {
  return runtime.finish(limited(runtime, request));
}

/** Checks all that `runAction` would before it sends anything, and changes nothing. Throws as it does, without an audit entry. */
export function checkAction(runtime: Runtime, request: RequestedAction): Promise<void> {
  requireOneByOne(request);
  return request.action === 'release' ? checkHold(runtime, request) : checkOnKey(runtime, request);
}

function requireOneByOne({ action, body: { also = [] } }: RequestedAction): void {
  if (action === 'release' || also.length === 0) return;
  const text = 'Keys are extended and put in quarantine one by one.';
  throw new ConsoleError('invalid-argument', text, { setting: 'also' });
}

/** Each key counts; what was refused before Redis was asked to do anything does not. */
async function limited(runtime: Runtime, request: RequestedAction): Promise<ActionResult> {
  const { also = [] } = request.body;
  requireOneByOne(request);
  const unsent = new Map<string, () => void>();
  try {
    for (const id of [request.id, ...also.map((part) => part.id)]) {
      unsent.get(id)?.();
      unsent.set(id, runtime.actLimit.take(countedBy(request.caller)));
    }
    const onSend = (id: string) => void unsent.delete(id);
    if (request.action === 'release') return await releaseHold(runtime, request, onSend);
    const { entry, ...done } = await runOnKey(runtime, request, () => onSend(request.id));
    return { ...done, auditId: entry.id };
  } finally {
    for (const giveBack of unsent.values()) giveBack();
  }
}
