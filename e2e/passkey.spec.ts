import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Preview } from '../lib/contract/actions';
import type { AuditAnswer } from '../lib/contract/audit';
import { answerIn, post, postAlone, virtualAuthenticator } from './support/chromium-passkey';
import { giveConsent, releaseNow } from './support/consent';
import type { RunningConsole } from './support/console';
import { expectNoViolations } from './support/no-violations';
import { addUserTo, arrivedBySignIn, consoleCommand, signInAs } from './support/signing-in';
import { expect, test } from './support/test';
import { usable } from './support/usable-page';

const KEY = 'order:42:lock';
const TOKEN = 'c41f'.repeat(8);
const PATH = `/locks/test.0/${encodeURIComponent(KEY)}`;
const LOCK = `/api/locks/test.0.${encodeURIComponent(KEY)}`;
const DENIED = { status: 403, body: { error: { code: 'denied' } } };

/** Browsers know passkeys at a name, and of plain http at this one only. */
const it = test.extend({
  baseURL: async ({ lockscope }, use) => {
    await use(atName(lockscope));
  },
});

function atName({ url }: RunningConsole): string {
  return url.replace('127.0.0.1', 'localhost');
}

async function openPasskeys(page: Page) {
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Passkeys…' }).click();
  return page.getByRole('dialog', { name: 'Your passkeys' });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  const dialog = await openPasskeys(page);
  await dialog.getByLabel('Name of a new passkey').fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByRole('rowheader', { name })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}

async function auditOf(request: APIRequestContext, url: string): Promise<AuditAnswer['entries']> {
  return ((await (await request.get(`${url}/api/audit`)).json()) as AuditAnswer).entries;
}

/** A release as a program would ask for it, of a preview that it read just now. */
async function releaseByApi(page: Page) {
  const preview = await post(page, `${LOCK}/preview`, { action: 'release' });
  const { seen, typedKey, stepUp, requires } = preview.body;
  const { although } = requires as Preview['requires'];
  const act = { seen, typedKey, reason: 'test', ...(although && { although }) };
  return { stepUp, ...(await post(page, `${LOCK}/release`, act)) };
}

it.use({ consoleOptions: { signIn: { local: true } } });

it('a local user adds a passkey, signs in with it, and removes it', async ({ page, lockscope }) => {
  await addUserTo(lockscope, 'operator', 'operator');
  const authenticator = await virtualAuthenticator(page);
  await page.goto('/');
  await signInAs(page, 'operator');
  const dialog = await openPasskeys(page);
  await expect(dialog.getByText('Your account has no passkey')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await addPasskey(page, 'laptop');
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'localhost', userName: 'operator' }]);

  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  await usable(page);
  const enter = page.getByRole('button', { name: 'Use a passkey' });
  await authenticator.verifies(false);
  await enter.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'It was cancelled, or took too long.' }),
  ).toBeVisible();
  await expectNoViolations(page, 'sign-in with a passkey that said no');
  await authenticator.verifies(true);
  await enter.click();
  await arrivedBySignIn(page);
  await page.getByRole('button', { name: 'More' }).first().click();
  await expect(page.getByText('Signed in as operator, with a passkey')).toBeVisible();
  await page.keyboard.press('Escape');

  const again = await openPasskeys(page);
  await expect(again.getByRole('row', { name: /laptop/ })).toContainText('sign-in and acts');
  await expectNoViolations(page, 'passkeys');
  await again.getByRole('button', { name: 'Remove… laptop' }).click();
  await again.getByRole('button', { name: 'Remove laptop' }).click();
  await expect(again.getByText('Your account has no passkey')).toBeVisible();
  const entries = await auditOf(page.request, atName(lockscope));
  expect(
    entries.map(({ action, actor, outcome, details }) => [action, actor, outcome, details.actorIs]),
  ).toEqual([
    ['remove-passkey', 'operator', 'revoked', 'passkey'],
    ['sign-in', 'operator', 'signed-in', 'passkey'],
    ['sign-out', 'operator', 'signed-out', 'password'],
    ['add-passkey', 'operator', 'added', 'password'],
    ['sign-in', 'operator', 'signed-in', 'password'],
    ['user', 'mk@console', 'changed', 'claimed'],
  ]);
});

it('the answer of a sign-in counts once, in its browser, on a page of the console', async ({
  page,
  browser,
  lockscope,
}) => {
  await addUserTo(lockscope, 'operator', 'operator');
  const authenticator = await virtualAuthenticator(page);
  await page.goto('/');
  await signInAs(page, 'operator');
  await addPasskey(page, 'laptop');
  const elsewhere = await browser.newContext({ baseURL: atName(lockscope) });
  const other = await elsewhere.newPage();
  await other.goto('/sign-in');

  // Not by the page itself: what it asks for while its session is replaced leads it to the sign-in.
  const own = (path: string, body: object) => postAlone(page.request, atName(lockscope), path, body);
  const asked = await own('/api/session/challenge', { use: 'sign-in' });
  const credential = await answerIn(page, asked.body.options ?? {});
  const unknown = { ...DENIED, body: { error: { details: { problem: 'unknown' } } } };
  expect(await post(other, '/api/session/passkey', { credential }), 'another browser').toMatchObject(unknown);
  expect(await own('/api/session/passkey', { credential })).toMatchObject({
    status: 200,
    body: { who: { name: 'operator', via: 'passkey' } },
  });
  expect(await own('/api/session/passkey', { credential }), 'again').toMatchObject(unknown);
  const invalid = { ...DENIED, body: { error: { details: { problem: 'invalid' } } } };
  expect(
    await own('/api/session/passkey', {
      credential: await answerAtOtherOrigin(page, authenticator, (body) =>
        own('/api/session/challenge', body),
      ),
    }),
    'a page of another origin on this machine',
  ).toMatchObject(invalid);
  const refused = await auditOf(page.request, atName(lockscope));
  expect(refused.find(({ outcome }) => outcome === 'refused')).toMatchObject({
    actor: 'operator',
    action: 'sign-in',
    details: { problem: 'invalid', message: expect.stringContaining('origin') },
  });
  await elsewhere.close();
});

/** An answer to a challenge of this page, made by a copy of its passkey on a page of another port of this machine. */
async function answerAtOtherOrigin(
  page: Page,
  authenticator: Awaited<ReturnType<typeof virtualAuthenticator>>,
  challenge: (body: object) => ReturnType<typeof post>,
) {
  const server = createServer((_, response) => response.end('<title>Elsewhere</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const foreign = await page.context().newPage();
  await foreign.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  const copy = await virtualAuthenticator(foreign);
  for (const credential of await authenticator.credentials()) await copy.take(credential);
  const { body } = await challenge({ use: 'sign-in' });
  const credential = await answerIn(foreign, body.options ?? {});
  await foreign.close();
  await new Promise((resolve) => server.close(resolve));
  return credential;
}

it.describe('on a target that asks for step-up', () => {
  it.use({ target: { stepUp: true } });

  it('a passkey confirms a release in the dialog, which goes on with it', async ({
    page,
    redis,
    lockscope,
  }) => {
    await redis.set(KEY, TOKEN, 'PX', 600_000);
    await addUserTo(lockscope, 'operator', 'operator');
    const authenticator = await virtualAuthenticator(page);
    await page.goto(PATH);
    await signInAs(page, 'operator');
    const none = {
      status: 403,
      body: { error: { code: 'step-up-required', details: { lacks: 'no-passkey' } } },
    };
    expect(await releaseByApi(page)).toMatchObject({ stepUp: 'no-passkey', ...none });
    await addPasskey(page, 'laptop');
    expect(await releaseByApi(page), 'to add one is no answer of one').toMatchObject({
      stepUp: 'passkey',
      status: 403,
      body: { error: { code: 'step-up-required', details: { lacks: 'passkey' } } },
    });
    expect(await redis.exists(KEY)).toBe(1);

    await page.getByRole('button', { name: 'Force-release…' }).click();
    const dialog = page.getByRole('dialog');
    await releaseNow(dialog);
    await giveConsent(dialog); // its library may renew
    await dialog.getByLabel(/Reason/).fill('worker was killed');
    await expect(dialog.getByText('Asks for your passkey first')).toBeVisible();
    const release = dialog.getByRole('button', { name: /^Force-release/ });
    await authenticator.verifies(false);
    await release.click();
    await expect(dialog.getByText('Your passkey did not confirm it: nothing was sent.')).toBeVisible();
    await expectNoViolations(page, 'a release that no passkey confirmed');
    expect(await redis.exists(KEY)).toBe(1);
    await authenticator.verifies(true);
    await release.click();
    await expect(dialog.getByRole('heading', { name: 'Released' })).toBeVisible();
    expect(await redis.exists(KEY)).toBe(0);

    const entries = await auditOf(page.request, atName(lockscope));
    expect(
      entries
        .filter(({ action }) => ['release', 'step-up'].includes(action))
        .map(({ action, outcome, details }) => [action, outcome, typeof details.passkeyAtMs]),
    ).toEqual([
      ['release', 'released', 'number'],
      ['step-up', 'confirmed', 'undefined'],
      ['release', 'refused', 'undefined'],
      ['release', 'refused', 'undefined'],
    ]);
    await page.goto('/audit');
    await page.getByRole('button', { name: `Show entry ${entries[0]?.id}` }).click();
    await expect(page.getByText(/with a password, passkey \d\d:\d\d:\d\d/)).toBeVisible();
  });

  it('neither a token, the command line without a console nor the passkey of somebody else does', async ({
    page,
    browser,
    redis,
    lockscope,
  }) => {
    await redis.set(KEY, TOKEN, 'PX', 600_000);
    for (const name of ['mk', 'ak']) await addUserTo(lockscope, name, 'operator');
    const made = await consoleCommand(lockscope, [
      'token',
      'add',
      'ci',
      '--right',
      'release',
      '--days',
      '1',
      '--json',
    ]);
    const { token } = JSON.parse(made.text) as { token: string };
    const line = ['release', 'test', KEY, '--if-holder', TOKEN, '--reason', 'test', '--alive', '--yes'];
    const refusal = { code: 1, text: expect.stringContaining('ask for step-up') };
    expect(await consoleCommand(lockscope, [...line, '--direct'])).toMatchObject(refusal);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = atName(lockscope) + LOCK;
    const preview = await page.request.post(`${url}/preview`, { headers, data: { action: 'release' } });
    const { seen, typedKey, stepUp } = await preview.json();
    expect(stepUp).toBe('no-session');
    const tried = await page.request.post(`${url}/release`, {
      headers,
      data: { seen, typedKey, reason: 'test' },
    });
    expect([tried.status(), (await tried.json()).error]).toMatchObject([
      403,
      { code: 'step-up-required', details: { lacks: 'no-session', target: 'test' } },
    ]);

    const own = await virtualAuthenticator(page);
    await page.goto(PATH);
    await signInAs(page, 'mk');
    await addPasskey(page, 'laptop');
    const elsewhere = await browser.newContext({ baseURL: atName(lockscope) });
    const other = await elsewhere.newPage();
    const others = await virtualAuthenticator(other);
    await other.goto(PATH);
    await signInAs(other, 'ak');
    await addPasskey(other, 'phone');
    const [credential] = await others.credentials();
    if (!credential) throw new Error('there is no passkey');
    await own.take(credential);
    const { body } = await post(page, '/api/session/challenge', { use: 'step-up' });
    const id = Buffer.from(credential.credentialId, 'base64').toString('base64url');
    const asked = { ...body.options, allowCredentials: [{ type: 'public-key', id }] };
    expect(
      await post(page, '/api/session/step-up', { credential: await answerIn(page, asked) }),
    ).toMatchObject({
      ...DENIED,
      body: { error: { details: { problem: 'invalid' } } },
    });
    const theirs = await post(other, '/api/session/challenge', { use: 'step-up' });
    const answered = await answerIn(other, theirs.body.options ?? {});
    expect(
      await post(page, '/api/session/step-up', { credential: answered }),
      'of another session',
    ).toMatchObject({ ...DENIED, body: { error: { details: { problem: 'unknown' } } } });
    const confirmed = await post(other, '/api/session/step-up', { credential: answered });
    expect(confirmed).toMatchObject({ status: 200, body: { auditId: expect.any(Number) } });
    expect(
      await post(other, '/api/session/step-up', { credential: answered }),
      'a second time',
    ).toMatchObject({ ...DENIED, body: { error: { details: { problem: 'unknown' } } } });
    expect(await releaseByApi(page)).toMatchObject({ stepUp: 'passkey', status: 403 });
    expect(await redis.exists(KEY)).toBe(1);
    const released = await releaseByApi(other);
    expect(released).toMatchObject({ status: 200, body: { outcome: 'released' } });
    expect(released.stepUp).toBeUndefined();
    await elsewhere.close();
  });
});
