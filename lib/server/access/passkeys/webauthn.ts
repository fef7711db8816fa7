import type { Assertion, Attestation } from '../../../contract/access/passkeys';
import { newSecret } from '../secrets';
import { CHALLENGE_MS, type StoredPasskey } from './passkey-store';
import type { RelyingParty } from './relying-party';

/** EdDSA, ES256 and RS256: every Node verifies these. */
const ALGORITHMS = [-8, -7, -257];
const RP_NAME = 'Lockscope';

/** Loaded when it is first needed: most consoles and commands need none of it. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** Why an answer does not hold. */
export class WrongPasskeyAnswer extends Error {}

type Asked = Pick<StoredPasskey, 'id' | 'transports'>;

/** Options for an answer of one of `allowed`; null = of any that a browser has for this host. */
export async function assertionOptions(rp: RelyingParty, allowed: readonly Asked[] | null) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: rp.id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })) }),
  });
}

/** Options for a new passkey that a browser finds again by itself; none of `existing` is made twice. */
export async function attestationOptions(
  rp: RelyingParty,
  of: { name: string; handle: string; existing: readonly Asked[] },
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: rp.id,
    rpName: RP_NAME,
    userName: of.name,
    userDisplayName: of.name,
    userID: bytesOf64(of.handle),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: of.existing.map(({ id, transports }) => ({ id, transports })),
  });
}

/** 256 random bits that name an account to its passkeys. */
export function newHandle(): string {
  return newSecret();
}

/** The challenge that an answer says it is to. Throws `WrongPasskeyAnswer`; nothing of it is verified. */
export function challengeIn({ response }: Pick<Assertion | Attestation, 'response'>): string {
  const { challenge, crossOrigin } = clientData(response.clientDataJSON);
  if (typeof challenge !== 'string' || challenge === '')
    throw new WrongPasskeyAnswer('it names no challenge');
  // No page of another origin may frame this console.
  if (crossOrigin === true) throw new WrongPasskeyAnswer('it was made in a frame of another origin');
  return challenge;
}

type Expected = { challenge: string; rp: RelyingParty };

/**
 * The counter of an answer that this passkey signed, to this challenge, on a page of this console, with its user verified. Throws
 * `WrongPasskeyAnswer`. Whether the counter went on is not looked at.
 */
export async function verifiedCounter(
  credential: Assertion,
  { id, publicKey, handle }: Pick<StoredPasskey, 'id' | 'publicKey' | 'handle'>,
  expected: Expected,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle } = credential.response;
  if (userHandle !== undefined && userHandle !== handle)
    throw new WrongPasskeyAnswer('it names another user');
  const { verified, authenticationInfo } = await holding(() =>
    verifyAuthenticationResponse({
      ...expectedBy(expected),
      response: { ...credential, response: withoutUnset(credential.response), clientExtensionResults: {} },
      credential: { id, publicKey: bytesOf64(publicKey), counter: 0 },
    }),
  );
  if (!verified) throw new WrongPasskeyAnswer('its signature does not hold');
  return authenticationInfo.newCounter;
}

/** A passkey that was made for this challenge, on a page of this console, with its user verified. Throws `WrongPasskeyAnswer`. */
export async function verifiedPasskey(
  credential: Attestation,
  expected: Expected,
): Promise<{ id: string; publicKey: string; counter: number }> {
  await refuseCertificates(credential.response.attestationObject);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await holding(() =>
    verifyRegistrationResponse({
      ...expectedBy(expected),
      response: {
        ...credential,
        response: { ...credential.response, transports: [] },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified) throw new WrongPasskeyAnswer('its signature does not hold');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/** Nobody asked who made the authenticator, and to verify certificates the library asks addresses that they name. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await helpers();
  await holding(async () => {
    const decoded = decodeAttestationObject(bytesOf64(attestationObject));
    const format = decoded.get('fmt');
    const isOwn = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
    if (format !== 'none' && !isOwn) throw new WrongPasskeyAnswer('it comes with a certificate');
  });
}

function expectedBy({ challenge, rp }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: rp.origins,
    expectedRPID: rp.id,
    requireUserVerification: true,
  };
}

/** The library says with plain errors why an answer does not hold. */
async function holding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WrongPasskeyAnswer) throw error;
    throw new WrongPasskeyAnswer(error instanceof Error ? error.message : 'it cannot be read', {
      cause: error,
    });
  }
}

function clientData(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new WrongPasskeyAnswer('it cannot be read');
}

function bytesOf64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

function withoutUnset({ userHandle, ...response }: Assertion['response']) {
  return { ...response, ...(userHandle !== undefined && { userHandle }) };
}
