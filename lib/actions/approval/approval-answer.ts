import type { MayDecide } from '../../contract/action-codes';
import type { ApprovalAnswer, ApprovalRequest, ApprovalsAnswer } from '../../contract/approval/approvals';
import { may } from '../../domain/access/grants';
import type { Principal } from '../../domain/access/principal';
import { isOfNoUser } from '../../domain/access/same-person';
import { type DisplayText, displayOf } from '../../domain/keys/bytes';
import { keyOfSlug, type LockId, parseLockId } from '../../domain/keys/lock-id';
import { ConsoleError } from '../../domain/values/errors';
import { createAccountNames } from '../../server/access/account-names';
import { type Asker, createApprovalStore, type KeptApproval } from '../../server/access/approval-store';
import { guardRight } from '../../server/access/guard-right';
import type { Runtime } from '../../server/runtime/types';

const DAY_MS = 86_400_000;

type Reading = Pick<Runtime, 'archive' | 'access' | 'all' | 'now'>;

/** What waits for a second person, and what did within a day, of locks that this person may view. */
export async function approvalsAnswer(runtime: Reading, by: Principal): Promise<ApprovalsAnswer> {
  const nowMs = runtime.now();
  const kept = await createApprovalStore(runtime.archive).list(nowMs, nowMs - DAY_MS);
  const seen = kept.filter(({ lockId }) => mayView(by, lockId));
  const askers = [...new Set(seen.map(({ asker }) => asker.account))];
  const same = await createAccountNames(runtime.archive).sameAs(by.account, askers);
  return { requests: seen.map((each) => requestFor(runtime, each, by, same.has(each.asker.account))), nowMs };
}

/** One of them. Throws `not-found`, also for one of a lock that this person may not view. */
export async function approvalAnswer(runtime: Reading, id: string, by: Principal): Promise<ApprovalAnswer> {
  return answerAbout(runtime, await visibleApproval(runtime, id, by), by);
}

/** The answer about one that this person may see. */
export async function answerAbout(
  runtime: Reading,
  kept: KeptApproval,
  by: Principal,
): Promise<ApprovalAnswer> {
  const isSame = await isAsker(runtime, kept, by);
  return { request: requestFor(runtime, kept, by, isSame), nowMs: runtime.now() };
}

/** Throws as `approvalAnswer`. */
export async function visibleApproval(
  { archive }: Pick<Reading, 'archive'>,
  id: string,
  by: Principal,
): Promise<KeptApproval> {
  const kept = /^[1-9]\d{0,14}$/.test(id) ? await createApprovalStore(archive).find(Number(id)) : null;
  if (kept && mayView(by, kept.lockId)) return kept;
  throw new ConsoleError('not-found', 'There is no such request; requests are forgotten after 30 days.', {
    id,
  });
}

/** Whether somebody may decide about a request. */
export async function mayDecide(
  runtime: Pick<Reading, 'access' | 'archive'>,
  kept: KeptApproval,
  by: Principal,
): Promise<MayDecide> {
  return decidesAs(runtime, kept, by, await isAsker(runtime, kept, by));
}

/** Whether somebody is, or may be, who asked. */
async function isAsker(
  { archive }: Pick<Reading, 'archive'>,
  { asker: { account } }: KeptApproval,
  by: Principal,
): Promise<boolean> {
  return (await createAccountNames(archive).sameAs(by.account, [account])).has(account);
}

function decidesAs(
  { access }: Pick<Reading, 'access'>,
  kept: KeptApproval,
  by: Principal,
  isSame: boolean,
): MayDecide {
  if (isOfNoUser(by.account)) return 'nobody';
  if (isSame) return 'same-person';
  return hasRight(access, kept, by) ? 'yes' : 'denied';
}

/** Throws `denied` or `not-found` where somebody has no right to the act, or to one of its keys. */
export function guardAct(
  { signIn }: Runtime['access'],
  { action, body, lockId }: Pick<KeptApproval, 'action' | 'body' | 'lockId'>,
  { grants }: Pick<Principal, 'grants'>,
): void {
  guardRight(grants, { right: action, on: 'lock' }, { id: lockId, body }, signIn);
}

/** Whose request it is: only the very account takes it back. */
export function isOwn({ account }: Asker, by: Principal): boolean {
  return account === by.account;
}

function requestFor(runtime: Reading, kept: KeptApproval, by: Principal, isSame: boolean): ApprovalRequest {
  const { action, body, asker, entry, lockId, consequences, change = null } = kept;
  const decides = decidesAs(runtime, kept, by, isSame);
  const target = runtime.all().find((each) => each.target.name === kept.target)?.target;
  // What was seen of a token is worth something to whoever may act, and to nobody else.
  const mayAct = hasRight(runtime.access, kept, by);
  const isOver = kept.state === 'waiting' && kept.expiresMs <= runtime.now();
  return {
    id: kept.id,
    state: isOver ? 'expired' : kept.state,
    action,
    target: kept.target,
    production: target?.production ?? false,
    lockId,
    key: approvalKey(lockId),
    also: (body.also ?? []).flatMap(({ id }) => (mayView(by, id) ? [{ id, key: approvalKey(id) }] : [])),
    leaseMs: body.leaseMs ?? null,
    although: body.although ?? null,
    reason: body.reason.trim(),
    ticket: body.ticket ?? null,
    asked: { name: asker.name, via: asker.via, atMs: kept.atMs },
    expiresMs: kept.expiresMs,
    auditId: entry.id,
    decided: kept.decided && {
      name: kept.decided.name,
      via: kept.decided.via,
      atMs: kept.decided.atMs,
      reason: kept.decided.reason,
    },
    result: kept.result,
    plan: mayAct ? { seen: body.seen, consequences, change } : null,
    mayDecide: decides,
    own: isOwn(asker, by),
  };
}

function hasRight(access: Runtime['access'], kept: KeptApproval, by: Principal): boolean {
  try {
    guardAct(access, kept, by);
    return true;
  } catch {
    return false;
  }
}

function mayView({ grants }: Principal, id: LockId): boolean {
  const address = parseLockId(id);
  return address !== null && may(grants, 'view', address.target, keyOfSlug(address.slug));
}

/** The key that an id names, for a screen. */
export function approvalKey(id: LockId): DisplayText {
  const slug = parseLockId(id)?.slug ?? '';
  return displayOf(keyOfSlug(slug) ?? slug);
}
