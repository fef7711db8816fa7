import { passkeyChallenge } from '../../actions/passkeys';
import { signInByPasskey } from '../../actions/sign-in';
import type { Caller } from '../../actions/with-audit';
import type { Assertion } from '../../contract/access/passkeys';
import type { PasskeyUse } from '../../contract/action-codes';
import { relyingPartyOf } from '../access/passkeys/relying-party';
import { flowCookie, flowSecretIn, sessionCookie } from '../access/session-cookie';
import { isSecure } from '../config/client-address';
import type { Runtime } from '../runtime/types';
import { json } from './http';

/** Answers with the options for a passkey; of a sign-in the browser keeps a secret until it comes back. */
export async function askPasskey(
  runtime: Runtime,
  request: Request,
  use: PasskeyUse,
  caller: Caller,
): Promise<Response> {
  const at = relyingPartyOf(request, runtime.access.signIn);
  const asked = await passkeyChallenge(runtime, use, caller, {
    at,
    secret: flowSecretIn(request, isSecure(request, runtime.config)),
  });
  const { options, secret } = asked;
  const cookie = secret === null ? null : flowCookie(secret, isSecure(request, runtime.config));
  return json({ options, nowMs: runtime.now() }, { headers: { ...(cookie && { 'set-cookie': cookie }) } });
}

/** Signs the local user in whose passkey answered. */
export async function enterByPasskey(
  runtime: Runtime,
  request: Request,
  credential: Assertion,
  caller: Caller,
): Promise<Response> {
  const { signIn } = runtime.access;
  const rp = relyingPartyOf(request, signIn);
  const secret = flowSecretIn(request, isSecure(request, runtime.config));
  const { answer, sessionId } = await signInByPasskey(runtime, { credential, secret, rp }, caller);
  const secure = isSecure(request, runtime.config);
  const cookie = sessionCookie(sessionId, { secure, longestMs: signIn?.longestMs ?? 0 });
  return json(answer, { headers: { 'set-cookie': cookie } });
}
