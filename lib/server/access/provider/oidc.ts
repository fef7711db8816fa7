import * as client from 'openid-client';
import { ConsoleError } from '../../../domain/values/errors';
import { isPrivateUrl, type OidcSettings } from '../../config/config-sign-in';
import { userNameOf } from '../user-name';
import { KEYS_AWAY, type ProviderLogout, providerKeys, readLogoutToken } from './logout-token';

/** The path below the console's URL to which the provider sends browsers back. */
const CALLBACK = '/api/session/callback';
const AFTER_SIGN_OUT = '/sign-in';
const TIMEOUT_S = 5;
const TOO_MANY = 429;

/** What a sign-in that began is checked by when it comes back. */
type FlowChecks = { state: string; nonce: string; verifier: string };

/** Who the provider says that somebody is. */
export type ProviderIdentity = {
  name: string;
  groups: string[];
  /** Other names that it gives them. */
  names: string[];
  /** What the provider is asked by again, and asked to end; null = it gave none. */
  refreshToken: string | null;
  idToken: string | null;
  subject: string;
  /** Its own session; null = it gave none. */
  sid: string | null;
  /** When it said so; null = it did not say. */
  issuedMs: number | null;
};

/** What a session keeps of its identity, to ask and to leave the provider by. */
export type Kept = Pick<ProviderIdentity, 'refreshToken' | 'idToken' | 'subject'>;

/** Why nobody was signed in by the provider. */
type OidcProblem = 'away' | 'cancelled' | 'invalid' | 'unnamed';

export type Oidc = ReturnType<typeof createOidc>;

/**
 * Signs people in at a provider of OpenID Connect: authorization code with PKCE, state and nonce; the signature of its ID
 * token is verified. Every request to it has a time limit of 5 s. Methods throw `denied` with `problem`.
 */
export function createOidc(settings: OidcSettings) {
  let discovered: Promise<client.Configuration> | null = null;

  function provider(): Promise<client.Configuration> {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null; // the next sign-in asks again
      throw error;
    });
    return discovered;
  }

  /** Keys of the provider, asked for again when a token names one that is not among them. */
  let keys: { at: string; get: ReturnType<typeof providerKeys> } | null = null;

  return {
    issuer: settings.issuer,

    /** Reads a logout token that holds. Throws `invalid-argument` for any other one, `denied` when the provider is away. */
    readLogout(token: string, nowMs: number): Promise<ProviderLogout> {
      return attempted(async () => {
        const { issuer, jwks_uri: at } = (await provider()).serverMetadata();
        if (at === undefined || !isPrivateUrl(at)) throw new WrongAnswer('no keys');
        if (keys?.at !== at) keys = { at, get: providerKeys(new URL(at), TIMEOUT_S * 1_000) };
        return readLogoutToken(token, { issuer, clientId: settings.clientId, keys: keys.get, nowMs });
      });
    },

    newChecks(): FlowChecks {
      return {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
    },

    /** Where a browser goes to sign in. */
    beginAt({ state, nonce, verifier }: FlowChecks): Promise<URL> {
      return attempted(async () => {
        const config = await provider();
        return client.buildAuthorizationUrl(config, {
          redirect_uri: settings.url + CALLBACK,
          scope: scopesOf(settings, config).join(' '),
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        });
      });
    },

    /** Who came back, by the query that the provider gave them. */
    finish(search: string, { state, nonce, verifier }: FlowChecks): Promise<ProviderIdentity> {
      return attempted(async () => {
        const config = await provider();
        const tokens = await client.authorizationCodeGrant(
          config,
          new URL(settings.url + CALLBACK + search), // the redirect URI that it began with, whatever the request's host says
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        );
        return identityOf(config, settings, tokens, tokens.claims());
      });
    },

    /** Who it is by now; null = the provider has ended this sign-in. Throws `denied` while the provider is away. */
    async again(
      refreshToken: string,
      { subject, idToken }: Pick<Kept, 'subject' | 'idToken'>,
    ): Promise<ProviderIdentity | null> {
      try {
        return await attempted(async () => {
          const config = await provider();
          const tokens = await client.refreshTokenGrant(config, refreshToken);
          const claims = tokens.claims();
          if (claims && claims.sub !== subject) throw new WrongAnswer('another subject');
          const found = await identityOf(config, settings, tokens, claims ?? { sub: subject });
          return {
            ...found,
            refreshToken: found.refreshToken ?? refreshToken,
            idToken: found.idToken ?? idToken,
          };
        });
      } catch (error) {
        if (error instanceof ConsoleError && error.details.problem === 'away') throw error;
        return null;
      }
    },

    /** Where a browser goes to sign out at the provider as well; null = it has no such page, or does not answer. */
    async leaveAt(idToken: string | null): Promise<string | null> {
      const config = await provider().catch(() => null);
      if (!config?.serverMetadata().end_session_endpoint) return null;
      return client.buildEndSessionUrl(config, {
        post_logout_redirect_uri: settings.url + AFTER_SIGN_OUT,
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href;
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:'; // on this machine: the configuration checks it
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret),
    {
      timeout: TIMEOUT_S,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    },
  );
}

function scopesOf({ scopes }: OidcSettings, config: client.Configuration): string[] {
  const usual = ['openid', 'profile', 'email'];
  const { scopes_supported: supported = [] } = config.serverMetadata();
  const asked =
    scopes.length > 0
      ? scopes
      : [...usual, ...(supported.includes('offline_access') ? ['offline_access'] : [])];
  return [...new Set(['openid', ...asked])];
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
type Claims = Record<string, unknown> & { sub: string };

/** Claims that may name somebody as another way of signing in does. */
const NAMING = ['email', 'preferred_username', 'upn'];

/** Claims of the ID token, and where it lacks one that is needed, of the provider's user info. */
async function identityOf(
  config: client.Configuration,
  { userClaim, groupsClaim }: OidcSettings,
  tokens: Pick<Tokens, 'access_token' | 'id_token' | 'refresh_token'>,
  given: Claims | undefined,
): Promise<ProviderIdentity> {
  if (!given) throw new WrongAnswer('no ID token');
  let claims = given;
  const lacks = (name: string) => claimOf(claims, name) === undefined;
  if ((lacks(userClaim) || lacks(groupsClaim)) && config.serverMetadata().userinfo_endpoint)
    claims = { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  const name = userNameOf(claimOf(claims, userClaim));
  const isUnverified = userClaim === 'email' && claims.email_verified === false;
  if (name === null || isUnverified)
    throw refused('unnamed', `The provider does not say who this is: ${userClaim}.`);
  return {
    name,
    groups: groupsOf(claimOf(claims, groupsClaim)),
    names: NAMING.flatMap((claim) => userNameOf(claimOf(claims, claim)) ?? []),
    refreshToken: tokens.refresh_token ?? null,
    idToken: tokens.id_token ?? null,
    subject: claims.sub,
    sid: typeof given.sid === 'string' ? given.sid : null,
    issuedMs: typeof given.iat === 'number' ? given.iat * 1_000 : null,
  };
}

/** A claim by its whole name, which may have dots of its own, or by the path to it. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    return isInside ? (value as Record<string, unknown>)[part] : undefined;
  }, claims);
}

function groupsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((group): group is string => typeof group === 'string' && group !== '');
}

class WrongAnswer extends Error {}

async function attempted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConsoleError) throw error;
    if (error instanceof client.AuthorizationResponseError)
      throw refused('cancelled', `The provider signed nobody in: ${error.error}.`, error);
    if (isAway(error)) throw refused('away', 'The provider does not answer.', error);
    throw refused('invalid', 'What the provider answered does not hold.', error);
  }
}

/** Whether the provider could not be asked at all, or says that it is at fault itself. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  const { name, code, cause } = error as Error & { code?: string };
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || KEYS_AWAY.has(code)) return true;
  const status = cause instanceof Response ? cause.status : (error as { status?: number }).status;
  if (status !== undefined && (status >= 500 || status === TOO_MANY)) return true;
  return cause instanceof Error && isAway(cause);
}

function refused(problem: OidcProblem, message: string, cause?: unknown): ConsoleError {
  return new ConsoleError('denied', message, { problem }, { cause });
}
