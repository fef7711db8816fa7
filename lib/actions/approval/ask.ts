import type { ActionRequest, Preview } from '../../contract/actions';
import type { ApprovalAnswer, AskRequest } from '../../contract/approval/approvals';
import type { AuditEntry } from '../../contract/audit';
import { MOST_WAITING } from '../../contract/limits';
import { isOfNoUser } from '../../domain/access/same-person';
import { displayOf } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { type KeyLocation, locate } from '../../reads/find-lock';
import { createApprovalStore } from '../../server/access/approval-store';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { proposedLeaseMs } from '../plan/preview-action';
import { checkAction } from '../run/run-action';
import { requireStepUp } from '../step-up';
import { type AuditedAttempt, type Caller, countedBy, withAudit } from '../with-audit';
import { answerAbout, guardAct } from './approval-answer';

const MINUTE_MS = 60_000;

/**
 * Has an act wait for a second person, after all the checks that the act itself makes before it sends anything: the right to
 * it, consent, reason and typed key, and the lock that is compared with what was seen. The audit has it before that. Throws
 * as the act does, `second-person` for a caller who is nobody (`problem`), and `invalid-argument` where one person is enough
 * or too many requests of the account wait.
 */
export function askApproval(
  runtime: Runtime,
  id: LockId,
  { action, ...asked }: AskRequest,
  caller: Caller,
): Promise<ApprovalAnswer> {
  runtime.actLimit.take(countedBy(caller));
  const place = locate(runtime, id);
  const body = withLease(asked, action, place);
  const store = createApprovalStore(runtime.archive);
  const { by, address, agent } = caller;
  const minutes = place.watched.target.twoPersons?.minutes ?? 0;
  const attempt: AuditedAttempt = {
    action: 'ask',
    target: place.watched.target.name,
    lockId: id,
    key: displayOf(place.key).text,
    reason: body.reason.trim(),
    caller,
    details: {
      act: action,
      ...(body.ticket && { ticket: body.ticket }),
      seen: body.seen,
      ...(body.also && { also: body.also.map((part) => part.id) }),
      ...(body.although && { although: body.although }),
      ...(body.leaseMs !== undefined && { leaseMs: body.leaseMs }),
      ...(body.quarantineMs !== undefined && { quarantineMs: body.quarantineMs }),
    },
  };
  const work = async (entry: AuditEntry) => {
    await requireStepUp(runtime, caller, place.watched.target);
    guardAct(runtime.access, { action, body, lockId: id }, by);
    requireTwo(runtime, place, caller);
    requireNumber(entry);
    await checkAction(runtime, { id, action, body, caller });
    const plan = await planOf(runtime, id, { action, ...body });
    const atMs = runtime.now();
    const { account, name, via, session, roles } = by;
    const kept = await store.add({
      atMs,
      expiresMs: atMs + minutes * MINUTE_MS,
      target: place.watched.target.name,
      lockId: id,
      ...{ action, body, entry, ...plan },
      asker: { account, name, via, session, roles, address, agent },
    });
    if (!kept) {
      const text = `${MOST_WAITING} requests of this account wait already.`;
      throw new ConsoleError('invalid-argument', text, { waiting: MOST_WAITING });
    }
    return {
      outcome: 'waiting',
      facts: { request: kept.id, expiresMs: kept.expiresMs },
      result: await answerAbout(runtime, kept, by),
    } as const;
  };
  return runtime.finish(withAudit(runtime, attempt, work).then(({ result }) => result));
}

/** What is approved is what was planned: of a lease that nobody named another one may be known by then. */
function withLease(
  body: ActionRequest,
  action: AskRequest['action'],
  { id, watched }: KeyLocation,
): ActionRequest {
  if (action !== 'extend' || body.leaseMs !== undefined) return body;
  return { ...body, leaseMs: proposedLeaseMs(watched.collector.find(id)?.lock ?? null) };
}

/** A number of the spool is of this process alone: to another console it names another entry, or none. */
function requireNumber({ id }: AuditEntry): void {
  if (id > 0) return;
  const text =
    'The database did not take the audit in time, so that no request can name its entry. Ask again.';
  throw new ConsoleError('history-unavailable', text);
}

function requireTwo(runtime: Runtime, { watched: { target } }: KeyLocation, { by }: Caller): void {
  if (!target.twoPersons)
    throw new ConsoleError('invalid-argument', `${target.name} takes one person: no second one is asked.`, {
      setting: 'twoPersons',
    });
  if (!runtime.access.signIn || by.via === 'machine')
    throw new ConsoleError('second-person', 'Nobody signs in here, so that nobody is a second person.', {
      problem: 'nobody',
    });
  if (isOfNoUser(by.account))
    throw new ConsoleError('second-person', 'This token belongs to no user: who asks cannot be known.', {
      problem: 'nobody',
    });
}

/** The change and what follows from it, by a reading of its own; none where the lock went meanwhile, which its approval finds. */
async function planOf(
  runtime: Runtime,
  id: LockId,
  { action, leaseMs, quarantineMs, seen }: AskRequest,
): Promise<Pick<Preview, 'change' | 'consequences'>> {
  try {
    const ask = {
      action,
      ...(leaseMs !== undefined && { leaseMs }),
      ...(quarantineMs !== undefined && { quarantineMs }),
      tokenDigest: seen.tokenDigest,
    };
    const { change, consequences } = await preview(runtime, id, ask);
    return { consequences, ...(change && { change }) };
  } catch (error) {
    if (isConsoleError(error)) return { consequences: [] };
    throw error;
  }
}
