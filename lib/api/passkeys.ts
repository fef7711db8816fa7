import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { Assertion, StepUpAnswer } from '../contract/access/passkeys';
import type { AccessChange, SessionAnswer } from '../contract/access/sessions';
import type { PasskeyUse } from '../contract/action-codes';
import { ApiFailure, call } from './http';

/** Signs a local user in with a passkey of this browser's choice. Throws ApiFailure; where the browser failed its code begins with `passkey-`. */
export async function requestPasskeySignIn(): Promise<SessionAnswer> {
  return call('POST /api/session/passkey', { body: { credential: await answered('sign-in') } });
}

/** Confirms the own session with a passkey. Throws as `requestPasskeySignIn`. */
export async function requestPasskeyAnswer(): Promise<StepUpAnswer> {
  return call('POST /api/session/step-up', { body: { credential: await answered('step-up') } });
}

/** Makes a passkey, and adds it to the own account under this name. Throws as `requestPasskeySignIn`. */
export async function requestNewPasskey(name: string): Promise<AccessChange> {
  const optionsJSON = (await optionsFor('add')) as PublicKeyCredentialCreationOptionsJSON;
  const credential = await asked(() => startRegistration({ optionsJSON }));
  return call('POST /api/session/passkeys', { body: { name, credential } });
}

async function answered(use: 'sign-in' | 'step-up'): Promise<Assertion> {
  const optionsJSON = (await optionsFor(use)) as PublicKeyCredentialRequestOptionsJSON;
  return asked(() => startAuthentication({ optionsJSON }));
}

/** The contract leaves their schema to WebAuthn. */
async function optionsFor(use: PasskeyUse): Promise<unknown> {
  return (await call('POST /api/session/challenge', { body: { use } })).options;
}

/** Names of DOMExceptions, and the code of our failure. */
const FAILURES: Record<string, string> = {
  NotAllowedError: 'passkey-cancelled',
  AbortError: 'passkey-cancelled',
  InvalidStateError: 'passkey-exists',
  SecurityError: 'passkey-unsupported',
  NotSupportedError: 'passkey-unsupported',
};

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  if (!window.PublicKeyCredential)
    throw new ApiFailure(0, 'passkey-unsupported', 'this browser has no passkeys here');
  try {
    return await ask();
  } catch (cause) {
    const { name, message } = cause as Error;
    throw new ApiFailure(0, FAILURES[name] ?? 'passkey-browser', message, {}, { cause });
  }
}
