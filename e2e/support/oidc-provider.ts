import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

const CLIENT = { id: 'lockscope', secret: 'a secret of the console' };
const HOUR_S = 3_600;
const KEY_ID = 'first';

/** What a person is at the provider. */
type Person = { email: string; email_verified?: boolean; groups: string[] };

export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>;

/**
 * A real provider of OpenID Connect on a free port, at which `person` is signed in already. `forge` changes the claims of ID
 * tokens, which it signs itself then, or with `signWith` somebody else.
 */
export async function startOidcProvider({ consoleUrl }: { consoleUrl: string }) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = await generateKeyPair('RS256', { extractable: true });
  const person: Person = { email: 'mk@example.com', email_verified: true, groups: ['oncall'] };
  const state = { isPaused: false };
  const grants: { destroy(): Promise<void> }[] = [];
  const forged: { claims: ((claims: JWTPayload) => JWTPayload) | null; key: CryptoKey } = {
    claims: null,
    key: key.privateKey,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${consoleUrl}/api/session/callback`],
        post_logout_redirect_uris: [`${consoleUrl}/sign-in`],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${consoleUrl}/api/session/back-channel`,
        backchannel_logout_session_required: true,
      },
    ],
    // It would refuse a loopback address, which the console has here.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    jwks: { keys: [{ ...(await exportJWK(key.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['keys of the cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    ttl: {
      Interaction: HOUR_S,
      Grant: HOUR_S,
      Session: HOUR_S,
      AccessToken: HOUR_S,
      RefreshToken: HOUR_S,
      IdToken: HOUR_S,
    },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...person }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      grants.push(grant);
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (state.isPaused) {
      context.status = 503;
      return;
    }
    if (context.path.startsWith('/interaction/'))
      return provider.interactionFinished(context.req, context.res, { login: { accountId: 'person-1' } });
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (!forged.claims || context.path !== '/token' || !body?.id_token) return;
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString());
    const signing = new SignJWT(forged.claims(claims)).setProtectedHeader({ alg: 'RS256', kid: KEY_ID });
    context.body = { ...body, id_token: await signing.sign(forged.key) };
  });
  server.on('request', provider.callback());
  return {
    issuer,
    consoleUrl,
    client: CLIENT,
    person,
    /** From now on the claims of every ID token are these. */
    forge(claims: ((claims: JWTPayload) => JWTPayload) | null, signedWith: CryptoKey = key.privateKey) {
      forged.claims = claims;
      forged.key = signedWith;
    },
    /** A logout token as it sends one, with other claims or a header of another type where that is asked for. */
    logoutToken(claims: JWTPayload, { typ = 'logout+jwt', signWith = key.privateKey } = {}): Promise<string> {
      const iat = Math.floor(Date.now() / 1_000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const usual = { iss: issuer, aud: CLIENT.id, iat, exp: iat + 120, jti: randomUUID(), events };
      const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
      return new SignJWT(Object.fromEntries(all))
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ })
        .sign(signWith);
    },
    /** Ends what it granted to everybody. */
    async revokeAll() {
      await Promise.all(grants.map((grant) => grant.destroy()));
    },
    /** Answers 503 to everything. */
    pause(isPaused: boolean) {
      state.isPaused = isPaused;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
