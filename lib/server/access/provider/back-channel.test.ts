import { exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../../../e2e/support/oidc-provider';
import { throughProvider } from '../../../../e2e/support/through-provider';
import type { Archive } from '../../../history/archive/archive-types';
import { openArchive } from '../../../history/archive/open-archive';
import { signInOf, signInSchema } from '../../config/config-sign-in';
import { type AccessControl, createAccess } from '../access';

const CONSOLE = 'http://127.0.0.1:41998';
const from = { address: '10.0.0.1', agent: 'test' };
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MINUTE_S = 60;
let provider: OidcProvider;
let archive: Archive;
const open: AccessControl[] = [];

beforeEach(async () => {
  provider = await startOidcProvider({ consoleUrl: CONSOLE });
  archive = openArchive({ url: 'memory:' });
});
afterEach(async () => {
  for (const access of open.splice(0)) access.close();
  await archive.close();
  await provider.close();
});

/** A console on the database of all of a test. */
function aConsole(): AccessControl {
  const { issuer, client } = provider;
  const oidc = { issuer, clientId: client.id, clientSecret: client.secret, url: CONSOLE };
  const access = createAccess({ signIn: signInOf(signInSchema.parse({ oidc }), {}), archive, now: Date.now });
  open.push(access);
  return access;
}

/** Somebody who signed in: in a browser of their own, so with a session of their own at the provider. */
async function signedIn(access: AccessControl) {
  let sid = '';
  provider.forge((claims) => {
    sid = String(claims.sid);
    return claims;
  });
  const { url, secret } = await access.beginAtProvider('/', null);
  const { identity } = await access.cameBack(await throughProvider(url, CONSOLE), secret);
  const { principal, sessionId } = await access.openFor(identity, from);
  const request = new Request(CONSOLE, { headers: { cookie: `lockscope_session=${sessionId}` } });
  return {
    sid,
    identity,
    principal,
    request,
    isIn: async () => (await access.principalOf(request)) !== null,
  };
}

async function endBy(access: AccessControl, token: string): Promise<string[]> {
  return access.endByProvider(await access.readLogout(token));
}

const INVALID = { code: 'invalid-argument' };

describe('a logout token', () => {
  test('ends the session that it names, with its streams, and no other one of the same person', async () => {
    const access = aConsole();
    const [one, two] = [await signedIn(access), await signedIn(access)];
    expect(one.sid).not.toBe(two.sid);
    const stream = access.untilSessionEnds(one.principal, one.request);
    const token = await provider.logoutToken({ sub: 'person-1', sid: one.sid });
    expect(await endBy(access, token)).toEqual(['mk@example.com']);
    expect([await one.isIn(), await two.isIn(), stream.aborted]).toEqual([false, true, true]);
    const late = await provider.logoutToken({ sid: two.sid });
    expect(await endBy(access, late)).toEqual(['mk@example.com']);
    expect(await two.isIn()).toBe(false);
  });

  test('ends every session of the person that it names alone, in another console as well', async () => {
    const [access, other] = [aConsole(), aConsole()];
    const both = [await signedIn(access), await signedIn(access)];
    expect(await endBy(other, await provider.logoutToken({ sub: 'person-1' }))).toHaveLength(2);
    expect(await access.accounts.sessions()).toEqual([]);
    expect(await endBy(other, await provider.logoutToken({ sub: 'person-2' }))).toEqual([]);
    expect(both).toHaveLength(2);
  });

  test('ends a session of which the provider never named its own', async () => {
    const access = aConsole();
    const { sid } = await signedIn(access);
    await archive.db.updateTable('sessions').set({ sid: null }).execute();
    expect(await endBy(access, await provider.logoutToken({ sub: 'person-1', sid }))).toHaveLength(1);
  });

  test('counts once, in all consoles', async () => {
    const [access, other] = [aConsole(), aConsole()];
    const { isIn } = await signedIn(access);
    const token = await provider.logoutToken({ sub: 'person-2' });
    const taken = await Promise.allSettled([endBy(access, token), endBy(other, token)]);
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(endBy(access, token)).rejects.toMatchObject({ ...INVALID, details: { claim: 'jti' } });
    expect(await isIn()).toBe(true);
  });

  test('that comes while somebody is on the way back is not passed by', async () => {
    const access = aConsole();
    const { sid, identity } = await signedIn(access);
    await endBy(access, await provider.logoutToken({ sid }));
    await expect(access.openFor(identity, from)).rejects.toMatchObject({ code: 'denied' });
    expect(await access.accounts.sessions()).toEqual([]);
    const again = await signedIn(access);
    expect(await again.isIn()).toBe(true);
  });

  test('of a person counts for sign-ins from before it', async () => {
    const access = aConsole();
    const { identity } = await signedIn(access);
    await endBy(access, await provider.logoutToken({ sub: 'person-1' }));
    const earlier = { ...identity, sid: null, issuedMs: Date.now() - 5_000 };
    await expect(access.openFor(earlier, from)).rejects.toMatchObject({ code: 'denied' });
  });

  test('of a person counts for a sign-in of the same second', async () => {
    const access = aConsole();
    const { identity } = await signedIn(access);
    const logout = await access.readLogout(await provider.logoutToken({ sub: 'person-1' }));
    await access.endByProvider(logout);
    const same = { ...identity, sid: null, issuedMs: logout.issuedMs };
    await expect(access.openFor(same, from)).rejects.toMatchObject({ code: 'denied' });
    expect(await access.accounts.sessions()).toEqual([]);
  });
});

describe('a logout token that does not hold ends nothing', () => {
  const nowS = () => Math.floor(Date.now() / 1_000);
  test.each<[string, JWTPayload, { typ?: string }?]>([
    ['of another issuer', { iss: 'https://id.example.com' }],
    ['for another client', { aud: 'grafana' }],
    ['without an audience', { aud: undefined as never }],
    ['that is old', { iat: nowS() - 10 * MINUTE_S, exp: nowS() + MINUTE_S }],
    ['that expired', { exp: nowS() - 2 * MINUTE_S }],
    ['of the future', { iat: nowS() + 10 * MINUTE_S, exp: nowS() + 12 * MINUTE_S }],
    ['without a time', { iat: undefined as never }],
    ['without an id', { jti: undefined as never }],
    ['with a nonce', { nonce: 'of an ID token' }],
    ['without events', { events: undefined }],
    ['of another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['whose event is no object', { events: { [EVENT]: true } }],
    ['whose events are a list', { events: [EVENT] }],
    ['about nobody', { sub: undefined as never }],
    ['about a session that is no text', { sid: 7 }],
    ['that is a token of another kind', {}, { typ: 'at+jwt' }],
  ])('%s', async (_, claims, header) => {
    const access = aConsole();
    const { isIn } = await signedIn(access);
    const token = await provider.logoutToken({ sub: 'person-1', ...claims }, header);
    await expect(endBy(access, token)).rejects.toMatchObject(INVALID);
    expect(await isIn()).toBe(true);
  });

  test('signed with another key, with none, or with the secret of the client', async () => {
    const access = aConsole();
    const { isIn } = await signedIn(access);
    const foreign = (await generateKeyPair('RS256', { extractable: true })).privateKey;
    const token = await provider.logoutToken({ sub: 'person-1' });
    const [, payload = ''] = token.split('.');
    const headOf = (head: object) => Buffer.from(JSON.stringify(head)).toString('base64url');
    const ownKey = { alg: 'RS256', typ: 'logout+jwt', jwk: await exportJWK(foreign) };
    for (const forged of [
      await provider.logoutToken({ sub: 'person-1' }, { signWith: foreign }),
      `${headOf({ alg: 'none', typ: 'logout+jwt' })}.${payload}.`,
      `${headOf({ alg: 'HS256', typ: 'logout+jwt' })}.${payload}.${token.split('.')[2]}`,
      `${headOf(ownKey)}.${payload}.${token.split('.')[2]}`,
      'nonsense',
    ])
      await expect(endBy(access, forged)).rejects.toMatchObject(INVALID);
    expect(await isIn()).toBe(true);
  });

  test('that is the ID token of whoever signed in', async () => {
    const access = aConsole();
    const { identity, isIn } = await signedIn(access);
    await expect(endBy(access, identity.idToken ?? '')).rejects.toMatchObject(INVALID);
    expect(await isIn()).toBe(true);
  });

  test('and one that holds is not said to be wrong while the keys cannot be had', async () => {
    const access = aConsole();
    await signedIn(access);
    const token = await provider.logoutToken({ sub: 'person-1' });
    const late = aConsole();
    await late.beginAtProvider('/', null);
    provider.pause(true);
    await expect(endBy(late, token)).rejects.toMatchObject({ code: 'denied', details: { problem: 'away' } });
    provider.pause(false);
    expect(await endBy(late, token)).toHaveLength(1);
  });
});
