import type { Assertion, PasskeyRequest, PasskeysAnswer, StepUpAnswer } from '../contract/access/passkeys';
import type { AccessChange } from '../contract/access/sessions';
import type { PasskeyUse } from '../contract/action-codes';
import { STEP_UP_MS } from '../contract/limits';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import type { RelyingParty } from '../server/access/passkeys/relying-party';
import type { Runtime } from '../server/runtime/types';
import { countPasskeySignIn } from './sign-in';
import {
  type AuditedAttempt,
  auditRefused,
  type Caller,
  countedBy,
  type FailureRules,
  withAudit,
} from './with-audit';

/** The console as the caller's browser knows it; null = at an address. */
type At = RelyingParty | null;

/** The audit says which of the ways to lie it was. */
const RULES: FailureRules = {
  facts: ({ code, message, details: { problem, lacks } }) => ({
    ...{ code, message },
    ...(problem !== undefined && { problem }),
    ...(lacks !== undefined && { lacks }),
  }),
};

/**
 * The options that a passkey is asked with. `secret` = the browser is known by it; of a sign-in the answer has one to keep.
 * The audit has who may not add one. Throws `denied`, `step-up-required`, `rate-limited`.
 */
export async function passkeyChallenge(
  runtime: Runtime,
  use: PasskeyUse,
  caller: Caller,
  { at, secret }: { at: At; secret: string | null },
): Promise<{ options: object; secret: string | null }> {
  const { passkeys, signIn } = runtime.access;
  if (use === 'sign-in') {
    if (!signIn?.local)
      throw new ConsoleError('denied', 'Local users may not sign in here.', { problem: 'off' });
    await countPasskeySignIn(runtime, caller);
    return passkeys.askToSignIn(at, secret);
  }
  passkeys.requireSession(caller.by);
  takeTurn(runtime, caller);
  if (use === 'step-up') return { ...(await passkeys.askToStepUp(caller.by, at)), secret: null };
  try {
    return { ...(await passkeys.askToAdd(caller.by, at)), secret: null };
  } catch (error) {
    if (isConsoleError(error, 'denied') || isConsoleError(error, 'step-up-required'))
      await auditRefused(runtime, caller, 'add-passkey', { id: '', body: null }, error);
    throw error;
  }
}

/** Passkeys of the caller's account. */
export async function passkeysAnswer(runtime: Runtime, { by }: Caller, at: At): Promise<PasskeysAnswer> {
  const { passkeys } = runtime.access;
  const own = await passkeys.listOf(by);
  const { atMs } = await passkeys.steppedUp(by);
  return {
    passkeys: own.map(({ id, name, rp, signsIn, createdMs, usedMs }) => ({
      ...{ id, name, host: rp, signsIn, createdMs, usedMs },
    })),
    host: at?.id ?? null,
    steppedUpUntilMs: atMs === null ? null : atMs + STEP_UP_MS,
    nowMs: runtime.now(),
  };
}

/** Adds a passkey to the caller's account; the audit has it before. Throws as its challenge, and `changed`. */
export async function addPasskey(
  runtime: Runtime,
  { name, credential }: PasskeyRequest,
  caller: Caller,
  at: At,
): Promise<AccessChange> {
  const attempt = attemptOf(runtime, 'add-passkey', name, caller);
  const work = async () => {
    await runtime.access.passkeys.add(caller.by, { name, credential }, at);
    return { outcome: 'added', facts: { host: at?.id }, result: null } as const;
  };
  const { entry } = await withAudit(runtime, attempt, work, RULES);
  return { auditId: entry.id, nowMs: runtime.now() };
}

/** Removes a passkey of the caller's account, and ends the sessions that it signed in. Throws `step-up-required` and `not-found`. */
export async function removePasskey(runtime: Runtime, id: string, caller: Caller): Promise<AccessChange> {
  const { access } = runtime;
  const known = (await access.passkeys.listOf(caller.by)).find((each) => each.id === id);
  if (!known) throw new ConsoleError('not-found', 'Your account has no such passkey.');
  const attempt = attemptOf(runtime, 'remove-passkey', known.name, caller);
  const work = async () => {
    const { ended } = await access.passkeys.remove(caller.by, id);
    access.ended(ended);
    return { outcome: 'revoked', facts: { sessions: ended.length }, result: null } as const;
  };
  const { entry } = await withAudit(runtime, attempt, work, RULES);
  return { auditId: entry.id, nowMs: runtime.now() };
}

/** Confirms the caller's session with one of their passkeys; the audit has the try. Throws `denied` with `problem`. */
export async function stepUp(
  runtime: Runtime,
  credential: Assertion,
  caller: Caller,
  at: At,
): Promise<StepUpAnswer> {
  const attempt = attemptOf(runtime, 'step-up', '', caller);
  const work = async () => {
    const passkey = await runtime.access.passkeys.stepUp(caller.by, credential, at);
    return { outcome: 'confirmed', facts: { passkey: passkey.name }, result: passkey } as const;
  };
  const { entry, result } = await withAudit(runtime, attempt, work, RULES);
  return { steppedUpUntilMs: result.atMs + STEP_UP_MS, auditId: entry.id, nowMs: runtime.now() };
}

/** Nobody who has no session gets as far as the audit. */
function attemptOf(
  runtime: Runtime,
  action: AuditedAttempt['action'],
  key: string,
  caller: Caller,
): AuditedAttempt {
  runtime.access.passkeys.requireSession(caller.by);
  takeTurn(runtime, caller);
  return { action, target: '', lockId: null, key, caller, details: {} };
}

/** As often as somebody may act, and apart from that. Throws `rate-limited`. */
function takeTurn({ actLimit }: Runtime, caller: Caller): void {
  actLimit.take(`passkey ${countedBy(caller)}`);
}
