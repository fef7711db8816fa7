import { generateKeyPair, type JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../../../e2e/support/oidc-provider';
import { throughProvider } from '../../../../e2e/support/through-provider';
import { isConsoleError } from '../../../domain/values/errors';
import type { Archive } from '../../../history/archive/archive-types';
import { openArchive } from '../../../history/archive/open-archive';
import { signInOf, signInSchema } from '../../config/config-sign-in';
import { createAccess } from '../access';
import { createAccountNames } from '../account-names';

const CONSOLE = 'http://127.0.0.1:41999';
const MINUTE_MS = 60_000;
const from = { address: '10.0.0.1', agent: 'test' };
let provider: OidcProvider;
let archive: Archive;

beforeEach(async () => {
  provider = await startOidcProvider({ consoleUrl: CONSOLE });
  archive = openArchive({ url: 'memory:' });
});
afterEach(async () => {
  await archive.close();
  await provider.close();
});

const roles = [{ name: 'oncall', groups: ['oncall'], allow: [{ rights: ['release'] }] }];

/** A console that people sign in to at the provider, with a clock that the test moves. */
function aConsole(settings: object = {}) {
  const clock = { nowMs: Date.now() };
  const { issuer, client } = provider;
  const oidc = { issuer, clientId: client.id, clientSecret: client.secret, url: CONSOLE, ...settings };
  const signIn = signInOf(signInSchema.parse({ oidc, roles }), {});
  const open = () => createAccess({ signIn, archive, now: () => clock.nowMs });
  return { access: open(), clock, open };
}
type Access = ReturnType<typeof aConsole>['access'];

async function signIn(access: Access) {
  const { url, secret } = await access.beginAtProvider('/locks', null);
  const { identity, path } = await access.cameBack(await throughProvider(url, CONSOLE), secret);
  return { ...(await access.openFor(identity, from)), path };
}

function withSession(id: string): Request {
  return new Request(CONSOLE, { headers: { cookie: `lockscope_session=${id}` } });
}

async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isConsoleError(error) ? error.details.problem : error;
}

describe('who the provider names', () => {
  test('has a session, with the rights of their groups there', async () => {
    const { access } = aConsole();
    const { sessionId, path } = await signIn(access);
    expect(path).toBe('/locks');
    expect(await access.principalOf(withSession(sessionId))).toMatchObject({
      account: 'mk@example.com',
      name: 'mk@example.com',
      via: 'oidc',
      roles: ['everyone', 'oncall'],
    });
  });

  test('may be another claim, with groups deep in one', async () => {
    const { access } = aConsole({ userClaim: 'preferred_username', groupsClaim: 'realm_access.roles' });
    provider.forge((claims) => ({
      ...claims,
      preferred_username: 'mk',
      email: 'mk@example.com',
      realm_access: { roles: ['oncall', 7] },
    }));
    const { principal } = await signIn(access);
    expect(principal).toMatchObject({ name: 'mk', roles: ['everyone', 'oncall'] });
    // By its address too it is nobody's second person.
    const same = await createAccountNames(archive).sameAs('mk@example.com', ['mk', 'ak']);
    expect([...same]).toEqual(['mk']);
    const names = await archive.db.selectFrom('account_names').selectAll().execute();
    expect(names).toEqual([{ account: 'mk', name: 'mk@example.com' }]);
  });

  test('is nobody without a name that counts', async () => {
    provider.person.email_verified = false;
    expect(await problemOf(signIn(aConsole().access))).toBe('unnamed');
    expect(await problemOf(signIn(aConsole({ userClaim: 'nickname' }).access))).toBe('unnamed');
  });
});

describe('an ID token that does not hold signs nobody in', () => {
  const inSeconds = () => Math.floor(Date.now() / 1_000);
  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['with another nonce', (claims) => ({ ...claims, nonce: 'of somebody else' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['for another client', (claims) => ({ ...claims, aud: 'grafana' })],
    [
      'for two clients, of which the other one asked',
      (claims) => ({ ...claims, aud: [String(claims.aud), 'grafana'], azp: 'grafana' }),
    ],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://id.example.com' })],
    ['that expired', (claims) => ({ ...claims, iat: inSeconds() - 7_200, exp: inSeconds() - 3_600 })],
    ['that never expires', ({ exp: _, ...claims }) => claims],
  ])('%s', async (_, claims) => {
    provider.forge(claims);
    expect(await problemOf(signIn(aConsole().access))).toBe('invalid');
    expect(await aConsole().access.accounts.sessions()).toEqual([]);
  });

  test('signed with another key', async () => {
    provider.forge((claims) => claims, (await generateKeyPair('RS256')).privateKey);
    expect(await problemOf(signIn(aConsole().access))).toBe('invalid');
  });

  test('a forgery that changes nothing signs in: the ones above are refused for what they change', async () => {
    provider.forge((claims) => claims);
    expect((await signIn(aConsole().access)).principal.name).toBe('mk@example.com');
  });
});

describe('a sign-in under way', () => {
  test('is of the browser in which it began, and counts once', async () => {
    const { access } = aConsole();
    const { url, secret } = await access.beginAtProvider('/', null);
    const search = await throughProvider(url, CONSOLE);
    expect(await problemOf(access.cameBack(search, null))).toBe('unknown');
    expect(await problemOf(access.cameBack(search, 'B'.repeat(43)))).toBe('unknown');
    expect(await problemOf(access.cameBack('?code=x&state=y', secret))).toBe('unknown');
    expect((await access.cameBack(search, secret)).identity.name).toBe('mk@example.com');
    expect(await problemOf(access.cameBack(search, secret))).toBe('unknown');
  });

  test('may be one of two in a browser, and come back to another console', async () => {
    const { access, open } = aConsole();
    const first = await access.beginAtProvider('/locks', null);
    const second = await access.beginAtProvider('/nodes', first.secret);
    const other = open();
    for (const { url, path } of [
      { ...second, path: '/nodes' },
      { ...first, path: '/locks' },
    ])
      expect((await other.cameBack(await throughProvider(url, CONSOLE), first.secret)).path).toBe(path);
  });

  test('ends after ten minutes', async () => {
    const { access, clock } = aConsole();
    const { url, secret } = await access.beginAtProvider('/', null);
    const search = await throughProvider(url, CONSOLE);
    clock.nowMs += 11 * MINUTE_MS;
    expect(await problemOf(access.cameBack(search, secret))).toBe('unknown');
  });

  test('does not come back with a code that was not for it', async () => {
    const { access } = aConsole();
    const [one, two] = [await access.beginAtProvider('/', null), await access.beginAtProvider('/', null)];
    const stolen = new URLSearchParams(await throughProvider(one.url, CONSOLE)).get('code') ?? '';
    const query = new URLSearchParams(await throughProvider(two.url, CONSOLE));
    query.set('code', stolen);
    expect(await problemOf(access.cameBack(`?${query}`, two.secret))).toBe('invalid');
  });

  test('that the person or the provider broke off says so, and where it led', async () => {
    const { access } = aConsole();
    const { url, secret } = await access.beginAtProvider('/locks', null);
    const state = url.searchParams.get('state');
    const iss = encodeURIComponent(provider.issuer);
    const work = access.cameBack(`?error=access_denied&state=${state}&iss=${iss}`, secret);
    await expect(work).rejects.toMatchObject({ details: { problem: 'cancelled', path: '/locks' } });
  });

  test('cannot begin while the provider is away, and can again when it is back', async () => {
    expect(
      await problemOf(aConsole({ issuer: 'http://127.0.0.1:9' }).access.beginAtProvider('/', null)),
    ).toBe('away');
    const { access } = aConsole();
    provider.pause(true);
    expect(await problemOf(access.beginAtProvider('/', null))).toBe('away');
    provider.pause(false);
    const { url, secret } = await access.beginAtProvider('/', null);
    const search = await throughProvider(url, CONSOLE);
    provider.pause(true);
    expect(await problemOf(access.cameBack(search, secret))).toBe('away');
  });
});

describe('a session of the provider', () => {
  test('has other rights within five minutes when the groups change there', async () => {
    const { access, clock, open } = aConsole();
    const { sessionId, principal } = await signIn(access);
    const other = open();
    await access.accounts.addToken({
      name: 'ci',
      account: principal.account,
      grants: [],
      expiresMs: clock.nowMs + MINUTE_MS * 600,
    });
    provider.person.groups = [];
    clock.nowMs += 4 * MINUTE_MS;
    expect((await access.principalOf(withSession(sessionId)))?.roles).toEqual(['everyone', 'oncall']);
    clock.nowMs += 2 * MINUTE_MS;
    const both = await Promise.all([access, other].map((each) => each.principalOf(withSession(sessionId))));
    expect(both.map((found) => found?.roles)).toContainEqual(['everyone']);
    clock.nowMs += 3_000;
    expect((await other.principalOf(withSession(sessionId)))?.roles).toEqual(['everyone']);
    expect(await access.accounts.tokens()).toEqual([]); // of somebody who may make none
    clock.nowMs += 6 * MINUTE_MS; // the token of the provider that was given anew is good for the next time
    provider.person.groups = ['oncall'];
    expect((await other.principalOf(withSession(sessionId)))?.roles).toEqual(['everyone', 'oncall']);
  });

  test('ends its streams in every console when the groups change, and no stream while they stay', async () => {
    const { access, clock, open } = aConsole();
    const other = open();
    const { sessionId, principal } = await signIn(access);
    const streams = [access, other].map((each) => each.untilSessionEnds(principal, withSession(sessionId)));
    const asked = () => archive.db.selectFrom('sessions').select('checked_ms').executeTakeFirst();
    clock.nowMs += 6 * MINUTE_MS;
    // Nothing else asks: the stream is all that is open.
    await expect.poll(async () => Number((await asked())?.checked_ms), { timeout: 15_000 }).toBe(clock.nowMs);
    expect(streams.map(({ aborted }) => aborted)).toEqual([false, false]);
    provider.person.groups = [];
    clock.nowMs += 6 * MINUTE_MS;
    await expect.poll(() => streams.map(({ aborted }) => aborted), { timeout: 15_000 }).toEqual([true, true]);
    const now = await access.principalOf(withSession(sessionId));
    expect(now?.roles).toEqual(['everyone']);
    const anew = access.untilSessionEnds(now ?? principal, withSession(sessionId));
    expect(anew.aborted).toBe(false);
    access.close();
    other.close();
  });

  test('ends, with its streams, when the provider has ended it', async () => {
    const { access, clock } = aConsole();
    const { sessionId, principal } = await signIn(access);
    const stream = access.untilSessionEnds(principal, withSession(sessionId));
    await provider.revokeAll();
    clock.nowMs += 6 * MINUTE_MS;
    expect(await access.principalOf(withSession(sessionId))).toBeNull();
    expect(stream.aborted).toBe(true);
    access.close();
  });

  test('goes on while the provider is away', async () => {
    const { access, clock } = aConsole();
    const { sessionId } = await signIn(access);
    provider.pause(true);
    clock.nowMs += 6 * MINUTE_MS;
    expect((await access.principalOf(withSession(sessionId)))?.roles).toEqual(['everyone', 'oncall']);
  });

  test('keeps what it has of the provider where the database cannot read it', async () => {
    const { access } = aConsole();
    const { sessionId } = await signIn(access);
    const row = await archive.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(row.sealed).toMatch(/^[\w-]{100,}$/);
    expect(await access.accounts.keptBy(sessionId)).toContain('person-1');
    expect(Buffer.from(row.sealed ?? '', 'base64url').toString('latin1')).not.toContain('person-1');
  });

  test('leads to the sign-out of the provider', async () => {
    const { access } = aConsole();
    const { sessionId, principal } = await signIn(access);
    const url = new URL((await access.leaveAt(withSession(sessionId), principal)) ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${CONSOLE}/sign-in`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    await access.signOut(principal);
    expect(await access.principalOf(withSession(sessionId))).toBeNull();
  });
});
