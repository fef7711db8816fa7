import type { Assertion } from '../contract/access/passkeys';
import type { BackChannelAnswer, SessionAnswer, SignInRequest } from '../contract/access/sessions';
import { type Principal, STRANGER } from '../domain/access/principal';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import type { RelyingParty } from '../server/access/passkeys/relying-party';
import { networkOf } from '../server/config/client-address';
import type { Runtime } from '../server/runtime/types';
import { isToAudit } from './audit-throttled';
import { type AuditedAttempt, type Caller, type FailureRules, withAudit } from './with-audit';

/** The audit's name of whom nobody named. */
const NOBODY = 'unknown';
const THROTTLED: FailureRules = { outcomes: { 'rate-limited': 'refused' } };
const BY_PASSKEY: FailureRules = {
  ...THROTTLED,
  facts: ({ code, message, details: { problem } }) => ({
    code,
    message,
    ...(problem !== undefined && { problem }),
  }),
};

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
  const attempt = attemptBy(caller, name, 'password');
  await countSignIn(runtime, 'sign-in', attempt);
  const work = async () => {
    const result = await runtime.access.withPassword({ name, password, address, agent });
    return { outcome: 'signed-in', facts: {}, result } as const;
  };
  const { result } = await withAudit(runtime, attempt, work, THROTTLED);
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
  const nobody = attemptBy(caller, NOBODY, 'oidc');
  await countSignIn(runtime, 'sign-in', nobody);
  const came = await runtime.access
    .cameBack(search, secret)
    .catch((error: unknown) =>
      withAudit<never>(runtime, nobody, () => Promise.reject(error)).then(({ result }) => result),
    );
  const { identity, path } = came;
  const { result } = await withAudit(runtime, attemptBy(caller, identity.name, 'oidc'), async () => {
    const signedIn = await runtime.access.openFor(identity, caller);
    return { outcome: 'signed-in', facts: {}, result: signedIn } as const;
  });
  if (caller.by.session !== null) await runtime.access.signOut(caller.by);
  return { sessionId: result.sessionId, path };
}

/**
 * Signs the local user in whose passkey answered. The audit has the attempt under the account that the passkey is of. Throws
 * `denied` with `problem` and how many tries are left, and `rate-limited`.
 */
export async function signInByPasskey(
  runtime: Runtime,
  answered: { credential: Assertion; secret: string | null; rp: RelyingParty | null },
  caller: Caller,
): Promise<{ answer: SessionAnswer; sessionId: string }> {
  const { address, agent } = caller;
  await countSignIn(runtime, 'sign-in', attemptBy(caller, NOBODY, 'passkey'));
  const owner = await runtime.access.passkeys.ownerOf(answered.credential.id);
  const attempt = attemptBy(caller, owner ?? NOBODY, 'passkey');
  const work = async () => {
    const result = await runtime.access.withPasskey({ ...answered, address, agent });
    return { outcome: 'signed-in', facts: {}, result } as const;
  };
  const { result } = await withAudit(runtime, attempt, work, BY_PASSKEY);
  if (caller.by.session !== null) await runtime.access.signOut(caller.by);
  return { answer: sessionAnswer(runtime, result.principal), sessionId: result.sessionId };
}

/** Counts that somebody begins to sign in with a passkey. Throws `rate-limited`. */
export function countPasskeySignIn(runtime: Runtime, caller: Caller): Promise<void> {
  return countSignIn(runtime, 'passkey', attemptBy(caller, NOBODY, 'passkey'));
}

/** Counts that somebody begins to sign in at the provider. Throws `rate-limited`. */
export function countProviderSignIn(runtime: Runtime, caller: Caller): Promise<void> {
  return countSignIn(runtime, 'provider', attemptBy(caller, NOBODY, 'oidc'));
}

/** Throws `rate-limited` beyond 60 a minute from a network; of what is refused the audit has one a minute. */
async function countSignIn(
  runtime: Runtime,
  step: 'sign-in' | 'provider' | 'passkey',
  attempt: AuditedAttempt,
): Promise<void> {
  const counted = `${step} ${networkOf(attempt.caller.address)}`;
  try {
    runtime.actLimit.take(counted);
  } catch (error) {
    if (!isToAudit(runtime, counted, error)) throw error;
    await withAudit<never>(runtime, attempt, () => Promise.reject(error), THROTTLED);
  }
}

/** Ends the session of a caller; one without a session has none to end. */
export async function signOut(runtime: Runtime, caller: Caller): Promise<void> {
  if (caller.by.session === null || caller.by.via === 'token') return;
  await withAudit(runtime, attemptOf('sign-out', caller), async () => {
    await runtime.access.signOut(caller.by);
    return { outcome: 'signed-out', facts: {}, result: null } as const;
  });
}

/**
 * Ends the sessions that a provider ended, by the token that it sends. The audit has it before, and each token that does not hold.
 * Throws `invalid-argument` for a token that does not hold or was taken before, `timed-out` when the provider cannot be asked
 * for its keys, and `rate-limited` after 60 tokens a minute from a network that do not hold.
 */
export async function signOutByProvider(
  runtime: Runtime,
  token: string,
  caller: Caller,
): Promise<BackChannelAnswer> {
  const giveBack = runtime.actLimit.take(`back-channel ${networkOf(caller.address)}`);
  const byProvider = (name: string): AuditedAttempt => {
    const by = { ...STRANGER, name, via: 'oidc' } as const;
    return attemptOf('end-sessions', { ...caller, by });
  };
  const logout = await runtime.access.readLogout(token).catch((error: unknown) => {
    const thrown =
      isConsoleError(error, 'denied') && error.details.problem === 'away'
        ? new ConsoleError('timed-out', error.message, {}, { cause: error })
        : error;
    return withAudit<never>(runtime, byProvider(NOBODY), () => Promise.reject(thrown)).then(
      ({ result }) => result,
    );
  });
  const label = runtime.access.signIn?.oidc?.label ?? NOBODY;
  const { result } = await withAudit(runtime, byProvider(label), async () => {
    const names = await runtime.access.endByProvider(logout);
    const facts = { sessions: names.length, users: [...new Set(names)] };
    return { outcome: 'signed-out', facts, result: names.length } as const;
  });
  giveBack();
  return { ended: result, nowMs: runtime.now() };
}

function attemptBy(caller: Caller, name: string, via: 'password' | 'passkey' | 'oidc'): AuditedAttempt {
  return attemptOf('sign-in', { ...caller, by: { ...caller.by, name, via } });
}

function attemptOf(action: 'sign-in' | 'sign-out' | 'end-sessions', caller: Caller): AuditedAttempt {
  return { action, target: '', lockId: null, key: '', caller, details: {} };
}
