import { describe, expect, test } from 'vitest';
import { ORIGIN, passkeyConsole, RP, refusal } from '../../../../e2e/support/passkey-console';
import { softPasskey } from '../../../../e2e/support/soft-passkey';

const MINUTE_MS = 60_000;

describe('a passkey', () => {
  test('is added by somebody who signed in just now, and kept with all that is needed of it', async () => {
    const { access, clock, enter, add } = await passkeyConsole();
    const { principal } = await enter('mk');
    const key = softPasskey(ORIGIN);
    await add(principal, key);
    expect(await access.passkeys.listOf(principal)).toEqual([
      {
        ...{ id: key.id, account: 'mk', name: 'laptop', rp: 'localhost', signsIn: true },
        ...{ transports: ['internal'], createdMs: clock.nowMs, usedMs: null },
        ...{ publicKey: expect.any(String), handle: expect.stringMatching(/^[\w-]{43}$/) },
      },
    ]);
  });

  test('is the first one only within ten minutes of the sign-in, also when it is made late', async () => {
    const { access, clock, enter, add } = await passkeyConsole();
    const { principal } = await enter('mk');
    clock.nowMs += 11 * MINUTE_MS;
    expect(await refusal(add(principal, softPasskey(ORIGIN)))).toMatchObject({
      code: 'denied',
      problem: 'sign-in-again',
    });
    const again = await enter('mk');
    const { options } = await access.passkeys.askToAdd(again.principal, RP);
    clock.nowMs += 3 * MINUTE_MS;
    const late = access.passkeys.add(
      again.principal,
      { name: 'late', credential: softPasskey(ORIGIN).make(options) },
      RP,
    );
    expect(await refusal(late)).toMatchObject({ code: 'denied', problem: 'unknown' });
  });

  test('of two that are added at once as the first, one is', async () => {
    const { access, enter } = await passkeyConsole();
    const [one, other] = [(await enter('mk')).principal, (await enter('mk')).principal];
    const asked = await Promise.all([one, other].map((by) => access.passkeys.askToAdd(by, RP)));
    const done = await Promise.all(
      [one, other].map((by, at) => {
        const credential = softPasskey(ORIGIN).make(asked[at]?.options ?? { challenge: '' });
        return refusal(access.passkeys.add(by, { name: `${at}`, credential }, RP));
      }),
    );
    expect(done.filter((each) => each === null)).toHaveLength(1);
    expect(done.find((each) => each !== null)).toMatchObject({ code: 'changed' });
    expect(await access.passkeys.listOf(one)).toHaveLength(1);
  });

  test('takes an answer of another one, when there is one, to be added or removed', async () => {
    const { access, clock, add, withPasskey, stepUp } = await passkeyConsole();
    const { key, principal } = await withPasskey('mk');
    const needsAnswer = { code: 'step-up-required', lacks: 'passkey' };
    expect(await refusal(add(principal, softPasskey(ORIGIN)))).toMatchObject(needsAnswer);
    expect(await refusal(access.passkeys.remove(principal, key.id))).toMatchObject(needsAnswer);
    await stepUp(principal, key);
    await add(principal, softPasskey(ORIGIN), 'phone');
    clock.nowMs += 5 * MINUTE_MS;
    expect(await refusal(access.passkeys.remove(principal, key.id))).toMatchObject(needsAnswer);
    await stepUp(principal, key);
    expect(await access.passkeys.remove(principal, key.id)).toEqual({ name: 'laptop', ended: [] });
    expect((await access.passkeys.listOf(principal)).map(({ name }) => name)).toEqual(['phone']);
  });

  test('of somebody else is removed by nobody, and one of this id is added by nobody else', async () => {
    const { access, enter, withPasskey, stepUp } = await passkeyConsole();
    const { key } = await withPasskey('mk');
    const other = await withPasskey('ak');
    await stepUp(other.principal, other.key);
    expect(await refusal(access.passkeys.remove(other.principal, key.id))).toMatchObject({
      code: 'not-found',
    });
    const { options } = await access.passkeys.askToAdd(other.principal, RP);
    const taken = access.passkeys.add(other.principal, { name: 'x', credential: key.make(options) }, RP);
    expect(await refusal(taken)).toMatchObject({ code: 'changed' });
    expect(
      (await access.passkeys.listOf((await enter('mk')).principal)).map(({ account }) => account),
    ).toEqual(['mk']);
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another host', { rp: 'evil.example' }],
    ['a frame of another origin', { crossOrigin: true }],
    ['no verified user', { isUnverified: true }],
    ['an answer to something else', { type: 'webauthn.get' }],
    ['a certificate, whose addresses nobody asks', { format: 'apple' }],
  ])('is not added with %s', async (_, lie) => {
    const { access, enter } = await passkeyConsole();
    const { principal } = await enter('mk');
    const { options } = await access.passkeys.askToAdd(principal, RP);
    const credential = softPasskey(ORIGIN).make(options, lie);
    const added = access.passkeys.add(principal, { name: 'x', credential }, RP);
    expect(await refusal(added)).toMatchObject({ code: 'denied', problem: 'invalid' });
    expect(await access.passkeys.listOf(principal)).toEqual([]);
  });

  test('is of people with a session: not of a token, a proxy or whoever uses the machine', async () => {
    const { access, enter } = await passkeyConsole();
    const { principal } = await enter('mk');
    for (const by of [
      { ...principal, via: 'token' as const },
      { ...principal, via: 'proxy' as const, session: null },
      { ...principal, via: 'machine' as const, session: null },
    ]) {
      expect(await refusal(access.passkeys.askToAdd(by, RP))).toMatchObject({ problem: 'no-session' });
      expect(await access.passkeys.steppedUp(by)).toEqual({ atMs: null, lacks: 'no-session' });
    }
    expect(await refusal(access.passkeys.askToAdd(principal, null))).toMatchObject({ problem: 'host' });
  });
});

describe('a step-up', () => {
  test('counts for five minutes, in this session, in every console, and ends with its passkey', async () => {
    const { access, clock, open, enter, add, withPasskey, stepUp } = await passkeyConsole();
    const { key, principal } = await withPasskey('mk');
    expect(await access.passkeys.steppedUp(principal)).toEqual({ atMs: null, lacks: 'passkey' });
    const { atMs } = await stepUp(principal, key);
    const other = open();
    expect(await other.passkeys.steppedUp(principal)).toEqual({ atMs, lacks: null });
    expect(await access.passkeys.steppedUp((await enter('mk')).principal)).toMatchObject({
      lacks: 'passkey',
    });
    clock.nowMs += 5 * MINUTE_MS - 1;
    expect(await access.passkeys.steppedUp(principal)).toMatchObject({ lacks: null });
    clock.nowMs += 1;
    expect(await access.passkeys.steppedUp(principal)).toMatchObject({ lacks: 'passkey' });
    await stepUp(principal, key);
    await add(principal, softPasskey(ORIGIN), 'phone');
    await access.passkeys.remove(principal, key.id);
    expect(await access.passkeys.steppedUp(principal)).toMatchObject({ lacks: 'passkey' });
    other.close();
  });

  test('is refused with the passkey of another account, whose session it does not become', async () => {
    const { access, withPasskey } = await passkeyConsole();
    const [mk, ak] = [await withPasskey('mk'), await withPasskey('ak')];
    const { options } = await access.passkeys.askToStepUp(mk.principal, RP);
    const foreign = access.passkeys.stepUp(mk.principal, ak.key.answer(options), RP);
    expect(await refusal(foreign)).toMatchObject({ code: 'denied', problem: 'invalid' });
    expect(await access.passkeys.steppedUp(mk.principal)).toMatchObject({ lacks: 'passkey' });
    expect(await access.passkeys.steppedUp(ak.principal)).toMatchObject({ lacks: 'passkey' });
    // A session that is of another account by now has none of it.
    const stolen = { ...mk.principal, account: 'ak' };
    const asked = await access.passkeys.askToStepUp(stolen, RP);
    expect(await refusal(access.passkeys.stepUp(stolen, ak.key.answer(asked.options), RP))).toMatchObject({
      code: 'not-signed-in',
    });
  });

  test('is refused with an answer to the challenge of another session, a sign-in, or one before', async () => {
    const { access, enter, withPasskey } = await passkeyConsole();
    const { key, principal } = await withPasskey('mk');
    const other = (await enter('mk')).principal;
    const unknown = { code: 'denied', problem: 'unknown' };
    const { options } = await access.passkeys.askToStepUp(other, RP);
    expect(await refusal(access.passkeys.stepUp(principal, key.answer(options), RP))).toMatchObject(unknown);
    const entering = await access.passkeys.askToSignIn(RP, null);
    const entered = key.answer(entering.options);
    expect(await refusal(access.passkeys.stepUp(principal, entered, RP))).toMatchObject(unknown);
    const own = await access.passkeys.askToStepUp(principal, RP);
    const answered = key.answer(own.options);
    await access.passkeys.stepUp(principal, answered, RP);
    expect(await refusal(access.passkeys.stepUp(principal, answered, RP))).toMatchObject(unknown);
  });

  test('ends with the session; a passkey that goes ends the sessions that it opened elsewhere', async () => {
    const { access, withPasskey, stepUp, signIn } = await passkeyConsole();
    const { key, principal } = await withPasskey('mk');
    const thief = await signIn(key);
    await stepUp(principal, key);
    const { ended } = await access.passkeys.remove(principal, key.id);
    expect(ended).toEqual([thief.principal.session]);
    expect(await access.accounts.session(thief.principal.session ?? '')).toBeNull();
    await access.signOut(principal);
    expect(await access.passkeys.steppedUp(principal)).toEqual({ atMs: null, lacks: 'no-passkey' });
  });
});
