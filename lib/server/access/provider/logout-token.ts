import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ConsoleError } from '../../../domain/values/errors';

/** Whose sessions a provider has ended. At least one of `subject` and `sid` is there. */
export type ProviderLogout = { jti: string; issuedMs: number; subject: string | null; sid: string | null };

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token that is older says nothing any more: so long those that were taken are remembered, and twice that. */
export const LOGOUT_MS = 300_000;
const SKEW_S = 30;
const LONGEST_ID = 1_000;
/** Keys that both sides know would let a client sign. */
const SIGNED_WITH = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** Codes of jose for keys that did not come. */
export const KEYS_AWAY: ReadonlySet<string | undefined> = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']);

/** The public keys of a provider, kept for ten minutes, and asked for at most every 30 s when a key is not among them. */
export function providerKeys(at: URL, timeoutMs: number): JWTVerifyGetKey {
  return createRemoteJWKSet(at, { timeoutDuration: timeoutMs });
}

type Expected = { issuer: string; clientId: string; keys: JWTVerifyGetKey; nowMs: number };

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6) of which all holds: signature, issuer, audience,
 * times, the event, whom it is about, and no nonce, with which an ID token would pass for one. Throws `invalid-argument` for
 * one that does not hold, and as the request for the keys.
 */
export async function readLogoutToken(
  token: string,
  { issuer, clientId, keys, nowMs }: Expected,
): Promise<ProviderLogout> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: SIGNED_WITH,
    requiredClaims: ['iat', 'jti'],
    maxTokenAge: LOGOUT_MS / 1_000,
    clockTolerance: SKEW_S,
    currentDate: new Date(nowMs),
  }).catch((error: unknown) => {
    // Keys that could not be had say nothing of the token.
    if (!(error instanceof errors.JOSEError) || KEYS_AWAY.has(error.code)) throw error;
    throw invalid(error.code, error);
  });
  const { jti, iat = 0, sub, sid, events, nonce } = payload;
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
  if (type !== undefined && type !== 'logout+jwt' && type !== 'jwt') throw invalid('typ');
  if (nonce !== undefined) throw invalid('nonce');
  if (!isObject(events) || !isObject(events[EVENT])) throw invalid('events');
  const [subject, session] = [idOf(sub), idOf(sid)];
  if (subject === null && session === null) throw invalid('sub');
  if (idOf(jti) === null) throw invalid('jti');
  return { jti: String(jti), issuedMs: iat * 1_000, subject, sid: session };
}

function invalid(claim: string, cause?: unknown): ConsoleError {
  return new ConsoleError('invalid-argument', 'The logout token does not hold.', { claim }, { cause });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** null = it is not there. Throws `invalid-argument` for one that is no text. */
function idOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_ID) return value;
  throw invalid('sub');
}
