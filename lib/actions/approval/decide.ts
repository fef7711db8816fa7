import type { ApprovalAnswer, ApprovalResult } from '../../contract/approval/approvals';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { locate } from '../../reads/find-lock';
import {
  type ApprovalDecision,
  createApprovalStore,
  type KeptApproval,
} from '../../server/access/approval-store';
import { principalNow } from '../../server/access/principal-now';
import { scopedRuntime } from '../../server/access/scoped-runtime';
import type { Runtime } from '../../server/runtime/types';
import { runAction } from '../run/run-action';
import { requireStepUp } from '../step-up';
import { type AuditedAttempt, type Caller, countedBy, withAudit } from '../with-audit';
import { answerAbout, approvalKey, guardAct, isOwn, mayDecide, visibleApproval } from './approval-answer';
import { concludeAsked } from './end-approvals';

/** An act that is approved begins within so long, or not at all: a console that stood still takes up nothing old. */
const BEGINS_WITHIN_MS = 30_000;

/**
 * Approves an act that somebody else asked for, and runs it as theirs: the request is taken by one conditional update, so
 * that of all who approve, in all consoles, exactly one has it run. What whoever asked may do is read anew, and the act goes
 * the way of every act, which compares again what was seen. `running` = the runtime of the process. Resolves with what
 * became of it. Throws `not-found`, `denied`, `second-person` (`problem`: `same-person`, `nobody`), `not-waiting` (`state`),
 * `rate-limited`; then nothing was run.
 */
export function approve(running: Runtime, id: string, caller: Caller): Promise<ApprovalAnswer> {
  return running.finish(approved(running, id, caller));
}

async function approved(running: Runtime, id: string, caller: Caller): Promise<ApprovalAnswer> {
  running.actLimit.take(countedBy(caller));
  const kept = await visibleApproval(running, id, caller.by);
  const { result } = await withAudit(running, attemptOf('approve', kept, caller), async () => {
    await requireDecider(running, kept, caller);
    await requireStepUp(running, caller, locate(running, kept.lockId).watched.target);
    const taken = await take(running, kept, 'approved', caller, '');
    const became = await runApproved(running, taken);
    const to = became.outcome === 'refused' || became.outcome === 'unknown' ? became.outcome : 'done';
    const ended = await concludeLate(running, taken, to, became);
    await concludeAsked(running, ended, 'approved');
    return { outcome: 'approved', facts: { became }, result: ended } as const;
  });
  return answerAbout(running, result, caller.by);
}

/** Declines an act that somebody else asked for. Throws as `approve`. */
export async function decline(
  running: Runtime,
  id: string,
  reason: string,
  caller: Caller,
): Promise<ApprovalAnswer> {
  running.actLimit.take(countedBy(caller));
  const kept = await visibleApproval(running, id, caller.by);
  return decided(running, kept, caller, 'declined', reason, () => requireDecider(running, kept, caller));
}

/** Takes back what the caller's account asked for. Throws `second-person` for anybody else's, and as `approve`. */
export async function withdraw(running: Runtime, id: string, caller: Caller): Promise<ApprovalAnswer> {
  running.actLimit.take(countedBy(caller));
  const kept = await visibleApproval(running, id, caller.by);
  return decided(running, kept, caller, 'withdrawn', '', () => {
    if (!isOwn(kept.asker, caller.by))
      throw new ConsoleError('second-person', 'Only the account that asked takes it back.', {
        problem: 'not-own',
      });
  });
}

async function decided(
  running: Runtime,
  kept: KeptApproval,
  caller: Caller,
  to: 'declined' | 'withdrawn',
  reason: string,
  check: () => void | Promise<void>,
): Promise<ApprovalAnswer> {
  const attempt = attemptOf(to === 'declined' ? 'decline' : 'withdraw', kept, caller);
  const { result } = await withAudit(running, { ...attempt, reason }, async () => {
    await check();
    const taken = await take(running, kept, to, caller, reason);
    await concludeAsked(running, taken, to);
    return { outcome: to, facts: {}, result: taken } as const;
  });
  return answerAbout(running, result, caller.by);
}

function attemptOf(
  action: 'approve' | 'decline' | 'withdraw',
  { id, action: act, target, lockId, asker, entry }: KeptApproval,
  caller: Caller,
): AuditedAttempt {
  const asked = { by: asker.name, account: asker.account, via: asker.via, auditId: entry.id };
  const details = { request: id, act, asked, account: caller.by.account };
  return { action, target, lockId, key: approvalKey(lockId).text, caller, details };
}

async function requireDecider(running: Runtime, kept: KeptApproval, { by }: Caller): Promise<void> {
  const is = await mayDecide(running, kept, by);
  if (is === 'same-person')
    throw new ConsoleError('second-person', 'Whoever asked cannot decide, however they sign in.', {
      problem: is,
    });
  if (is === 'nobody')
    throw new ConsoleError('second-person', 'This token belongs to no user: who decides cannot be known.', {
      problem: is,
    });
  guardAct(running.access, kept, by);
}

/** Takes it from all others who decide at the same time. Throws `not-waiting`. */
async function take(
  { archive, now }: Runtime,
  { id, state }: KeptApproval,
  to: 'approved' | 'declined' | 'withdrawn',
  { by }: Caller,
  reason: string,
): Promise<KeptApproval> {
  const store = createApprovalStore(archive);
  const decision: ApprovalDecision = { account: by.account, name: by.name, via: by.via, reason };
  const taken = await store.decide(id, to, decision, now());
  if (taken) return taken;
  const is = (await store.find(id))?.state ?? state;
  throw new ConsoleError('not-waiting', 'This request does not wait any more.', {
    state: is === 'waiting' ? 'expired' : is,
  });
}

/** The act, as whoever asked for it and with what they may do now. Never rejects. */
async function runApproved(running: Runtime, taken: KeptApproval): Promise<ApprovalResult> {
  const { id, lockId, action, body, asker, decided, atMs } = taken;
  try {
    const by = await principalNow(running.access, asker, atMs);
    if (!by)
      throw new ConsoleError('second-person', 'Whoever asked is gone, or what they may do is not known.', {
        problem: 'asker-gone',
      });
    try {
      guardAct(running.access, taken, by);
    } catch (cause) {
      const text = 'Whoever asked has no right to this act any more.';
      throw new ConsoleError('second-person', text, { problem: 'asker-denied' }, { cause });
    }
    if (!decided || running.now() - decided.atMs > BEGINS_WITHIN_MS)
      throw new ConsoleError('second-person', 'It was approved too long ago to begin now.', {
        problem: 'too-late',
      });
    const done = await runAction(scopedRuntime(running, by.grants), {
      ...{ id: lockId, action, body },
      caller: { by, address: asker.address, agent: asker.agent, claimed: null },
      approval: {
        ...{ by: decided.name, account: decided.account, via: decided.via },
        ...{ atMs: decided.atMs, request: id },
      },
    });
    return { outcome: done.outcome, auditId: done.auditId, atMs: done.atMs, why: null };
  } catch (error) {
    return failedResult(running, taken, error);
  }
}

function failedResult(running: Runtime, { id }: KeptApproval, error: unknown): ApprovalResult {
  const atMs = running.now();
  if (!isConsoleError(error)) {
    running.log.error({ err: error, request: id }, 'an approved act failed');
    const why = { code: 'internal', message: 'Something went wrong inside the console.' };
    return { outcome: 'unknown', auditId: null, atMs, why };
  }
  const { code, message, details } = error;
  const { auditId, changed, problem, mayHaveHappened } = details;
  return {
    outcome: mayHaveHappened === true ? 'unknown' : 'refused',
    auditId: typeof auditId === 'number' ? auditId : null,
    atMs,
    why: {
      ...{ code, message },
      ...(typeof problem === 'string' && { problem }),
      ...(Array.isArray(changed) && { changed: changed.map(String) }),
    },
  };
}

/** Writes what became of the act, without failing it: it has happened. What cannot be written is `unknown` after a minute. */
async function concludeLate(
  { archive, log }: Runtime,
  taken: KeptApproval,
  to: 'done' | 'refused' | 'unknown',
  result: ApprovalResult,
): Promise<KeptApproval> {
  try {
    const ended = await createApprovalStore(archive).conclude(taken.id, to, result);
    if (ended) return ended;
  } catch (err) {
    log.error({ err, request: taken.id }, 'what became of an approved act could not be written');
  }
  return { ...taken, state: to, result };
}
