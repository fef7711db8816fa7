import { describe, expect, test } from 'vitest';
import { ELSEWHERE, ORIGIN, passkeyConsole, RP, refusal } from '../../../../e2e/support/passkey-console';
import { softPasskey } from '../../../../e2e/support/soft-passkey';

const MINUTE_MS = 60_000;

describe('signing in with a passkey', () => {
  test('opens a session with the rights of the user, which a passkey has confirmed', async () => {
    const { access, withPasskey, signIn } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    const { principal, sessionId } = await signIn(key);
    expect(principal).toMatchObject({ account: 'mk', via: 'passkey', roles: ['everyone', 'operator'] });
    const request = new Request('http://console/', { headers: { cookie: `lockscope_session=${sessionId}` } });
    expect(await access.principalOf(request)).toMatchObject({ account: 'mk', via: 'passkey' });
    expect(await access.passkeys.steppedUp(principal)).toMatchObject({ lacks: null });
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another host', { rp: 'evil.example' }],
    ['a frame of another origin', { crossOrigin: true }],
    ['no verified user', { isUnverified: true }],
    ['the signature of another key', { isForged: true }],
    ['the name of another user', { userHandle: 'AAAA' }],
    ['an answer to something else', { type: 'webauthn.create' }],
  ])('is refused with %s', async (_, lie) => {
    const { withPasskey, signIn } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    expect(await refusal(signIn(key, lie))).toMatchObject({
      code: 'denied',
      problem: 'invalid',
      triesLeft: expect.any(Number),
    });
  });

  test('takes each challenge once, in the browser that asked, within two minutes, for that alone', async () => {
    const { access, clock, withPasskey, stepUp, from } = await passkeyConsole();
    const { key, principal } = await withPasskey('mk');
    const { options, secret } = await access.passkeys.askToSignIn(RP, null);
    const credential = key.answer(options);
    const enter = (of: object) => refusal(access.withPasskey({ credential, secret, rp: RP, ...from, ...of }));
    const unknown = { code: 'denied', problem: 'unknown' };
    expect(await enter({ secret: null })).toMatchObject(unknown);
    expect(await enter({ secret: 'A'.repeat(43) })).toMatchObject(unknown);
    expect(await enter({ rp: ELSEWHERE })).toMatchObject(unknown);
    const fresh = await access.passkeys.askToSignIn(RP, secret);
    const entered = { credential: key.answer(fresh.options), secret, rp: RP, ...from };
    await access.withPasskey(entered);
    expect(await refusal(access.withPasskey(entered))).toMatchObject(unknown);
    const old = await access.passkeys.askToSignIn(RP, secret);
    clock.nowMs += 2 * MINUTE_MS + 1;
    expect(await enter({ credential: key.answer(old.options) })).toMatchObject(unknown);
    const forStepUp = await access.passkeys.askToStepUp(principal, RP);
    expect(await enter({ credential: key.answer(forStepUp.options) })).toMatchObject(unknown);
    await stepUp(principal, key);
  });

  test('is shared by consoles on one database', async () => {
    const { access, open, withPasskey, from } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    const other = open();
    const { options, secret } = await access.passkeys.askToSignIn(RP, null);
    const { principal } = await other.withPasskey({
      ...{ credential: key.answer(options), secret, rp: RP },
      ...from,
    });
    expect(principal.account).toBe('mk');
    other.close();
  });

  test('is refused when the counter went back, and at once for one of two with the same count', async () => {
    const { access, withPasskey, signIn, from } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    await signIn(key, { counter: 7 });
    expect(await refusal(signIn(key, { counter: 7 }))).toMatchObject({ code: 'denied', problem: 'counter' });
    expect(await refusal(signIn(key, { counter: 3 }))).toMatchObject({ problem: 'counter' });
    expect(await refusal(signIn(key, { counter: 0 }))).toMatchObject({ problem: 'counter' });
    const asked = [await access.passkeys.askToSignIn(RP, null), await access.passkeys.askToSignIn(RP, null)];
    const done = await Promise.all(
      asked.map(({ options, secret }) => {
        const credential = key.answer(options, { counter: 8 });
        return refusal(access.withPasskey({ credential, secret, rp: RP, ...from }));
      }),
    );
    expect(done.filter((each) => each === null)).toHaveLength(1);
    expect(done.find((each) => each !== null)).toMatchObject({ problem: 'counter' });
  });

  test('with one that does not count is possible again and again', async () => {
    const { withPasskey, signIn } = await passkeyConsole();
    const { key } = await withPasskey('mk', softPasskey(ORIGIN, { counts: false }));
    await signIn(key);
    expect((await signIn(key)).principal.account).toBe('mk');
  });

  test('is no way for a user who was removed, nor for the next one of that name', async () => {
    const { access, withPasskey, signIn, addUser, clock } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    await access.accounts.removeUser('mk');
    expect(await refusal(signIn(key))).toMatchObject({ code: 'denied', problem: 'invalid' });
    clock.nowMs += MINUTE_MS;
    await addUser('mk');
    expect(await refusal(signIn(key))).toMatchObject({ code: 'denied', problem: 'invalid' });
  });

  test('is no way with one that is left of an older user of the name', async () => {
    const { access, archive, withPasskey, signIn, addUser, clock } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    await archive.db.deleteFrom('users').where('account', '=', 'mk').execute();
    expect(await refusal(signIn(key))).toMatchObject({ problem: 'account' });
    clock.nowMs += MINUTE_MS;
    await addUser('mk');
    expect(await refusal(signIn(key))).toMatchObject({ problem: 'account' });
    expect(await access.accounts.userOf('mk')).not.toBeNull();
  });

  test('is no way with one that was added after a sign-in at a provider, whoever has its name here', async () => {
    const { access, enter, add, stepUp, signIn } = await passkeyConsole();
    const local = await enter('mk');
    const sessionId = await access.accounts.openSession({
      ...{ account: 'mk', name: 'mk', via: 'oidc', groups: [], address: '', agent: '' },
    });
    const [session] = (await access.accounts.sessions()).filter(({ via }) => via === 'oidc');
    const oidc = { ...local.principal, via: 'oidc' as const, session: session?.hash ?? sessionId };
    const key = softPasskey(ORIGIN);
    await add(oidc, key);
    expect(await refusal(signIn(key))).toMatchObject({ code: 'denied', problem: 'account' });
    expect(await stepUp(oidc, key)).toMatchObject({ name: 'laptop' });
    expect(await access.passkeys.steppedUp(oidc)).toMatchObject({ lacks: null });
  });

  test('is throttled as passwords are, of passkeys that nobody has too', async () => {
    const { withPasskey, signIn } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    for (let n = 4; n >= 0; n--)
      expect(await refusal(signIn(key, { isForged: true }))).toMatchObject({ triesLeft: n });
    expect(await refusal(signIn(key))).toMatchObject({ code: 'rate-limited' });
    const nobodys = softPasskey(ORIGIN);
    for (let n = 0; n < 5; n++)
      expect(await refusal(signIn(nobodys))).toMatchObject({ code: 'denied', problem: 'invalid' });
    expect(await refusal(signIn(nobodys))).toMatchObject({ code: 'rate-limited' });
  });
});
