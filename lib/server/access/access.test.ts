import { afterEach, describe, expect, test, vi } from 'vitest';
import { isConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { signInOf } from '../config/config-sign-in';
import { PEER } from '../front/peer';
import { createAccess } from './access';
import { hashPassword, isPassword } from './password';
import { MOST_OF_SESSION } from './session-streams';

const MINUTE_MS = 60_000;
const PASSWORD = 'correct horse battery';
const [hash, otherHash] = [await hashPassword(PASSWORD), await hashPassword('another long password')];
let archive: Archive;

afterEach(() => archive.close());

/** One console, with a user `mk`, and a clock that the test moves. */
async function aConsole(settings: Parameters<typeof signInOf>[0] = { local: true }) {
  const clock = { nowMs: 1_000_000_000_000 };
  archive = openArchive({ url: 'memory:' });
  const open = () => createAccess({ signIn: signInOf(settings, {}), archive, now: () => clock.nowMs });
  const access = open();
  await access.accounts.addUser({ name: 'MK', password: hash, groups: ['operator'] });
  const enter = (password: string, { name = 'mk', address = '10.0.0.1' } = {}) =>
    access.withPassword({ name, password, address, agent: 'test' });
  return { access, clock, enter, open };
}

function asked(headers: Record<string, string>): Request {
  return new Request('http://console/api/locks', { headers });
}
const withSession = (id: string) => asked({ cookie: `other=1; lockscope_session=${id}` });
const withToken = (token: string) => asked({ authorization: `Bearer ${token}` });

async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isConsoleError(error) ? { code: error.code, ...error.details } : error;
}

describe('a session', () => {
  test('names who signed in, with the rights of their groups', async () => {
    const { access, enter } = await aConsole();
    const { sessionId } = await enter(PASSWORD);
    const found = await access.principalOf(withSession(sessionId));
    expect(found).toMatchObject({
      account: 'mk',
      name: 'MK',
      via: 'password',
      roles: ['everyone', 'operator'],
    });
    expect(await access.principalOf(asked({}))).toBeNull();
    expect(await access.principalOf(withSession('A'.repeat(43)))).toBeNull();
  });

  test('over TLS is not taken from a cookie of the plain name', async () => {
    const { enter } = await aConsole();
    const { sessionId } = await enter(PASSWORD);
    const access = createAccess({
      signIn: signInOf({ local: true }, {}),
      archive,
      now: () => 1_000_000_000_000,
      isSecure: () => true,
    });
    expect(await access.principalOf(withSession(sessionId))).toBeNull();
    const named = asked({ cookie: `__Host-lockscope_session=${sessionId}` });
    expect(await access.principalOf(named)).toMatchObject({ account: 'mk' });
  });

  test('is kept as a hash only', async () => {
    const { access, enter } = await aConsole();
    const { sessionId } = await enter(PASSWORD);
    expect(JSON.stringify(await access.accounts.sessions())).not.toContain(sessionId);
  });

  test('is another at each sign-in, so that one that was planted is worth nothing', async () => {
    const { access, enter } = await aConsole();
    const [first, second] = [await enter(PASSWORD), await enter(PASSWORD)];
    expect(first.sessionId).not.toBe(second.sessionId);
    await access.signOut(first.principal);
    expect(await access.principalOf(withSession(first.sessionId))).toBeNull();
    expect(await access.principalOf(withSession(second.sessionId))).not.toBeNull();
  });

  test('ends after its idle time, and after its longest time whatever is asked', async () => {
    const { access, clock, enter } = await aConsole({ local: true, idleMinutes: 30, hours: 2 });
    const idle = await enter(PASSWORD);
    clock.nowMs += 31 * MINUTE_MS;
    expect(await access.principalOf(withSession(idle.sessionId))).toBeNull();
    const { sessionId } = await enter(PASSWORD);
    for (let minutes = 0; minutes < 120; minutes += 20) {
      expect(await access.principalOf(withSession(sessionId)), `${minutes} min`).not.toBeNull();
      clock.nowMs += 20 * MINUTE_MS;
    }
    clock.nowMs += MINUTE_MS;
    expect(await access.principalOf(withSession(sessionId))).toBeNull();
  });

  test('that ended in another console ends here within seconds, with its streams', async () => {
    const { access, clock, enter, open } = await aConsole();
    const other = open();
    const { principal, sessionId } = await enter(PASSWORD);
    expect(await other.principalOf(withSession(sessionId))).not.toBeNull();
    const stream = other.untilSessionEnds(principal, withSession(sessionId));
    const own = access.untilSessionEnds(principal, withSession(sessionId));
    await access.signOutEverywhere('mk');
    expect(own.aborted).toBe(true);
    clock.nowMs += 3_000;
    expect(await other.principalOf(withSession(sessionId))).toBeNull();
    await expect.poll(() => stream.aborted, { timeout: 15_000 }).toBe(true);
    other.close();
  });

  test('ends by its idle time although a live stream of it is open, and the stream with it', async () => {
    const { access, clock, enter } = await aConsole({ local: true, idleMinutes: 30, hours: 24 });
    const { principal, sessionId } = await enter(PASSWORD);
    const stream = access.untilSessionEnds(principal, withSession(sessionId));
    const [begun] = await access.accounts.sessions();
    const looks = vi.spyOn(access.accounts, 'session');
    for (let minutes = 0; minutes < 30; minutes += 10) {
      clock.nowMs += 10 * MINUTE_MS;
      looks.mockClear();
      await expect.poll(() => looks.mock.calls.length, { timeout: 15_000 }).toBeGreaterThan(0);
    }
    expect((await access.accounts.sessions())[0]?.seenMs).toBe(begun?.seenMs);
    clock.nowMs += MINUTE_MS;
    await expect.poll(() => stream.aborted, { timeout: 15_000 }).toBe(true);
    expect(await access.principalOf(withSession(sessionId))).toBeNull();
  });

  test('opens a bounded number of live streams, and a new one when one was closed', async () => {
    const { access, enter } = await aConsole();
    const { principal } = await enter(PASSWORD);
    const { principal: another } = await enter(PASSWORD);
    const opened = Array.from({ length: MOST_OF_SESSION }, () => new AbortController());
    const leaving = ({ signal }: AbortController) => new Request('http://console/api/events', { signal });
    for (const each of opened) access.untilSessionEnds(principal, leaving(each));
    const open = (by = principal) => access.untilSessionEnds(by, asked({}));
    expect(() => open()).toThrow(expect.objectContaining({ code: 'rate-limited' }));
    expect(open(another).aborted).toBe(false);
    opened[0]?.abort();
    expect(open().aborted).toBe(false);
    expect(() => open()).toThrow(expect.objectContaining({ code: 'rate-limited' }));
  });

  test('ends when the password or the groups of the user change, or the user goes', async () => {
    const { access, clock, enter } = await aConsole();
    const changes = [
      () => access.accounts.changeUser('mk', { groups: [] }),
      () => access.accounts.changeUser('mk', { password: hash }),
      () => access.accounts.removeUser('mk'),
    ];
    for (const change of changes) {
      const { sessionId } = await enter(PASSWORD);
      expect(await change()).toBe(true);
      clock.nowMs += 3_000;
      expect(await access.principalOf(withSession(sessionId))).toBeNull();
    }
    expect(await refusal(enter(PASSWORD))).toMatchObject({ code: 'denied' });
  });
});

describe('attempts to sign in', () => {
  test('get one answer, whether the name or the password is wrong', async () => {
    const { enter } = await aConsole();
    expect(await refusal(enter('wrong'))).toEqual({ code: 'denied', triesLeft: 4 });
    expect(await refusal(enter('wrong', { name: 'nobody' }))).toEqual({ code: 'denied', triesLeft: 4 });
  });

  test('are throttled by account and address after five, whatever the password; others are not', async () => {
    const { clock, enter } = await aConsole();
    for (let left = 4; left >= 0; left--)
      expect(await refusal(enter('wrong'))).toEqual({ code: 'denied', triesLeft: left });
    expect(await refusal(enter(PASSWORD))).toMatchObject({ code: 'rate-limited' });
    expect(await enter(PASSWORD, { address: '10.0.0.2' })).toBeTruthy();
    clock.nowMs += 16 * MINUTE_MS;
    expect(await enter(PASSWORD)).toBeTruthy();
  });

  test('that are made at once are no more tries', async () => {
    const { enter } = await aConsole();
    const all = await Promise.all(Array.from({ length: 12 }, () => refusal(enter('wrong'))));
    expect(all.filter((each) => (each as { code: string }).code === 'denied')).toHaveLength(5);
  });

  test('from one network of version 6 are from one address, whichever of its addresses it uses', async () => {
    const { enter } = await aConsole();
    for (let left = 4; left >= 0; left--)
      expect(await refusal(enter('wrong', { address: `2001:db8:1:2::${left}` }))).toMatchObject({
        triesLeft: left,
      });
    const again = enter(PASSWORD, { address: '2001:db8:1:2:ffff:1:2:3' });
    expect(await refusal(again)).toMatchObject({ code: 'rate-limited' });
    expect(await enter(PASSWORD, { address: '2001:db8:1:3::1' })).toBeTruthy();
  });

  test('of one address are throttled however many names it tries', async () => {
    const { access, enter } = await aConsole();
    for (let nth = 0; nth < 30; nth++) await access.accounts.addTry(`name-${nth}`, '10.0.0.1');
    expect(await refusal(enter(PASSWORD))).toMatchObject({ code: 'rate-limited' });
  });

  test('that are refused keep nobody else out, however many there are', async () => {
    const { enter } = await aConsole();
    for (let nth = 0; nth < 120; nth++) await refusal(enter('wrong'));
    expect(await enter(PASSWORD, { address: '10.0.0.2' })).toBeTruthy();
  });

  test('open nothing when the user was changed while the password was compared', async () => {
    const { access, clock, enter } = await aConsole();
    // Others are compared first, so that the user is read long before its password is.
    const others = Array.from({ length: 4 }, () => isPassword('wrong', null));
    const under = refusal(enter(PASSWORD));
    for (let nth = 0; nth < 20; nth++) await access.accounts.users();
    clock.nowMs += 1;
    await access.accounts.changeUser('mk', { password: otherHash });
    expect(await under).toMatchObject({ code: 'denied' });
    expect(await access.accounts.sessions()).toEqual([]);
    await Promise.all(others);
  });

  test('count anew after a success', async () => {
    const { enter } = await aConsole();
    await refusal(enter('wrong'));
    await enter(PASSWORD);
    expect(await refusal(enter('wrong'))).toEqual({ code: 'denied', triesLeft: 4 });
  });

  test('with a password are refused where only a proxy signs people in', async () => {
    const { enter } = await aConsole({ proxy: { userHeader: 'x-user', from: ['10.9.0.0/16'] } });
    expect(await refusal(enter(PASSWORD))).toEqual({ code: 'denied' });
  });
});

describe('a token', () => {
  const grants = [{ rights: ['annotate' as const], targets: ['*'], keys: ['*'] }];

  test('has its own rights until it expires or is revoked, and is kept as a hash only', async () => {
    const { access, clock } = await aConsole();
    const expiresMs = clock.nowMs + 86_400_000;
    const made = await access.accounts.addToken({ name: 'deploys', account: 'mk', grants, expiresMs });
    const other = await access.accounts.addToken({ name: 'grafana', account: 'mk', grants, expiresMs });
    expect(await access.principalOf(withToken(made.token))).toMatchObject({
      account: 'mk',
      name: 'deploys',
      via: 'token',
      grants,
    });
    expect(JSON.stringify(await access.accounts.tokens())).not.toContain(made.token);
    expect((await access.accounts.tokens())[0]?.usedMs).toBe(clock.nowMs);
    await access.revokeToken(made.id);
    expect(await access.principalOf(withToken(made.token))).toBeNull();
    clock.nowMs = expiresMs;
    expect(await access.principalOf(withToken(other.token))).toBeNull();
  });

  test('goes with the rights of who made it', async () => {
    const { access, clock } = await aConsole();
    const expiresMs = clock.nowMs + 86_400_000;
    for (const end of [
      () => access.accounts.changeUser('mk', { groups: [] }),
      () => access.accounts.removeUser('mk'),
    ]) {
      const { token } = await access.accounts.addToken({ name: 'x', account: 'mk', grants, expiresMs });
      await end();
      expect(await access.principalOf(withToken(token))).toBeNull();
    }
  });

  test('that counts for nothing is not passed over for a session', async () => {
    const { access, enter } = await aConsole();
    const { sessionId } = await enter(PASSWORD);
    const both = asked({ authorization: 'Bearer lsk_nothing', cookie: `lockscope_session=${sessionId}` });
    expect(await access.principalOf(both)).toBeNull();
  });
});

describe('a proxy', () => {
  const settings = { proxy: { userHeader: 'X-User', groupsHeader: 'X-Groups', from: ['10.9.0.0/16'] } };

  test('says who somebody is, and what anybody else writes in its headers counts for nothing', async () => {
    const { access } = await aConsole(settings);
    const headers = { 'x-user': 'MK', 'x-groups': 'sre, operator' };
    expect(await access.principalOf(asked({ ...headers, [PEER]: '::ffff:10.9.3.4' }))).toMatchObject({
      account: 'mk',
      via: 'proxy',
      roles: ['everyone', 'operator'],
    });
    for (const peer of ['10.8.0.1', '127.0.0.1', ''])
      expect(await access.principalOf(asked({ ...headers, [PEER]: peer })), peer).toBeNull();
    expect(await access.principalOf(asked({ [PEER]: '10.9.3.4' }))).toBeNull();
  });
});

test('where nobody signs in, whoever uses this machine may do everything', async () => {
  archive = openArchive({ url: 'memory:' });
  const access = createAccess({ signIn: null, archive, now: Date.now });
  expect(await access.principalOf(asked({}))).toMatchObject({ via: 'machine', name: 'local operator' });
});
