import type { SessionAnswer, SignInRequest } from '../contract/sessions';
import type { Principal } from '../domain/access/principal';
import { networkOf } from '../server/config/client-address';
import type { Runtime } from '../server/runtime/types';
import { type AuditedAttempt, type Caller, withAudit } from './with-audit';

/** The audit's name of whom nobody named. */
const NOBODY = 'unknown';

/** Who somebody is, what they may do, and how to sign in. `by` with an empty name is nobody. */
export function sessionAnswer(
  { access, now }: Pick<Runtime, 'access' | 'now'>,
  by: Principal,
): SessionAnswer {
  const { name, via, roles, grants } = by;
  const { signIn } = access;
  return {
    who: name === '' ? null : { name, via, roles, grants },
    signIn: signIn && {
      password: signIn.local,
      provider: signIn.oidc?.label ?? null,
      idleMs: signIn.idleMs,
      longestMs: signIn.longestMs,
      grantedBy: signIn.grantedBy,
      runbook: signIn.runbook,
    },
    nowMs: now(),
  };
}

/**
 * Signs somebody in with a password. The audit has the attempt before it is made, and its outcome. Throws `denied` with how
 * many tries are left, and `rate-limited`.
 */
export async function signIn(
  runtime: Runtime,
  { name, password }: SignInRequest,
  caller: Caller,
): Promise<{ answer: SessionAnswer; sessionId: string }> {
  const { address, agent } = caller;
  runtime.actLimit.take(`sign-in ${networkOf(address)}`); // beyond it the audit is not written either
  const attempt = attemptOf('sign-in', { ...caller, by: { ...caller.by, name, via: 'password' } });
  const work = async () => {
    const result = await runtime.access.withPassword({ name, password, address, agent });
    return { outcome: 'signed-in', facts: {}, result } as const;
  };
  const { result } = await withAudit(runtime, attempt, work, { outcomes: { 'rate-limited': 'refused' } });
  if (caller.by.session !== null) await runtime.access.signOut(caller.by);
  return { answer: sessionAnswer(runtime, result.principal), sessionId: result.sessionId };
}

/**
 * Signs somebody in whom the provider sent back: the id of a new session, and the page that they wanted. The audit has who
 * came, and who came with what does not hold. Throws `denied` with `problem`, and `rate-limited`.
 */
export async function signInByProvider(
  runtime: Runtime,
  { search, secret }: { search: string; secret: string | null },
  caller: Caller,
): Promise<{ sessionId: string; path: string }> {
  runtime.actLimit.take(`sign-in ${networkOf(caller.address)}`);
  const attemptBy = (name: string) =>
    attemptOf('sign-in', { ...caller, by: { ...caller.by, name, via: 'oidc' } });
  const came = await runtime.access
    .cameBack(search, secret)
    .catch((error: unknown) =>
      withAudit<never>(runtime, attemptBy(NOBODY), () => Promise.reject(error)).then(({ result }) => result),
    );
  const { identity, path } = came;
  const { result } = await withAudit(runtime, attemptBy(identity.name), async () => {
    const signedIn = await runtime.access.openFor(identity, caller);
    return { outcome: 'signed-in', facts: {}, result: signedIn } as const;
  });
  if (caller.by.session !== null) await runtime.access.signOut(caller.by);
  return { sessionId: result.sessionId, path };
}

/** Ends the session of a caller; one without a session has none to end. */
export async function signOut(runtime: Runtime, caller: Caller): Promise<void> {
  if (caller.by.session === null || caller.by.via === 'token') return;
  await withAudit(runtime, attemptOf('sign-out', caller), async () => {
    await runtime.access.signOut(caller.by);
    return { outcome: 'signed-out', facts: {}, result: null } as const;
  });
}

function attemptOf(action: 'sign-in' | 'sign-out', caller: Caller): AuditedAttempt {
  return { action, target: '', lockId: null, key: '', caller, details: {} };
}
