import type { Locator, Page } from '@playwright/test';
import { giveConsent, releaseNow } from './support/consent';
import { startConsole } from './support/console';
import { expectNoViolations } from './support/no-violations';
import {
  addUserTo,
  arrivedBySignIn,
  auditEntriesOf,
  consoleCommand,
  signInAs,
  TEST_PASSWORD,
} from './support/signing-in';
import { expect, test } from './support/test';

const KEY = 'order:42:lock';
const PATH = `/locks/test.0/${encodeURIComponent(KEY)}`;
const TOKEN = 'c41f'.repeat(8);
/** Reached over the loopback interface, but not a loopback address in its form: to the console it is any other. */
const OTHER = '::ffff:127.0.0.1';

/** At a button that is off, whose hint is open by its focus: a link that Tab reaches. */
async function expectRunbook(page: Page, button: Locator): Promise<void> {
  const runbook = page.getByRole('dialog').getByRole('link', { name: /^Runbook/ });
  await expect(runbook).toHaveAttribute('href', 'https://runbooks.example/locks');
  await expectNoViolations(page, 'a lock that somebody may not release');
  await page.keyboard.press('Tab');
  await expect(runbook).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(runbook).toBeHidden();
  await expect(button).toBeFocused();
}

test('an address that others reach is refused where nobody signs in, and no switch lets it', async ({
  server,
}) => {
  const options = { redisUrl: server.url, host: OTHER };
  await expect(startConsole(options)).rejects.toThrow(/LOCKSCOPE_HOST .*nobody signs in/);
  const switched = { ...options, env: { LOCKSCOPE_ALLOW_ANONYMOUS: 'yes' } };
  await expect(startConsole(switched)).rejects.toThrow(/LOCKSCOPE_ALLOW_ANONYMOUS/);
});

test.describe('a console that people sign in to', () => {
  test.use({
    consoleOptions: {
      host: OTHER,
      signIn: { local: true, grantedBy: '#sec-oncall', runbook: 'https://runbooks.example/locks' },
    },
  });

  test('asks for a password first, and says to whoever may only look what they lack', async ({
    page,
    redis,
    lockscope,
    request,
  }) => {
    await redis.set(KEY, TOKEN, 'PX', 600_000);
    await addUserTo(lockscope, 'viewer');
    for (const path of ['/api/locks', '/api/events', '/metrics', '/api/openapi.json'])
      expect([path, (await request.get(lockscope.url + path)).status()]).toEqual([path, 401]);

    await page.goto(PATH);
    await expect(page.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeVisible();
    await expectNoViolations(page, 'sign-in page');
    expect(await page.content()).not.toContain(TOKEN);
    await page.getByLabel('Name').fill('viewer');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: '4 tries are left' })).toBeVisible();
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
    const release = page.getByRole('button', { name: 'Force-release…' });
    await expect(release).toHaveAttribute('aria-disabled', 'true');
    await arrivedBySignIn(page);
    await expect(release, 'its hint is loaded').toHaveAttribute('aria-haspopup', 'dialog');
    await release.focus();
    const why = page.getByText('You can look, not release.').last();
    await expect(why).toBeVisible();
    await expect(page.getByText('Rights are granted by #sec-oncall.').last()).toBeVisible();
    await expectRunbook(page, release);
    await expect(page.getByText(TOKEN)).toHaveCount(0);
    const posted = await page.evaluate(
      async (id) => {
        const response = await fetch(`/api/locks/${id}/preview`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"action":"release"}',
        });
        return [response.status, (await response.json()).error];
      },
      `test.0.${encodeURIComponent(KEY)}`,
    );
    expect(posted).toMatchObject([
      403,
      { code: 'denied', details: { right: 'preview', grantedBy: '#sec-oncall' } },
    ]);
    expect(await redis.exists(KEY)).toBe(1);
    await page.goto('/audit');
    await expect(page.getByText('You may not read the audit.')).toBeVisible();
  });

  test('an operator releases, and the audit names them, how they signed in, and what was refused', async ({
    page,
    redis,
    lockscope,
  }) => {
    await redis.set(KEY, TOKEN, 'PX', 600_000);
    await addUserTo(lockscope, 'operator', 'operator');
    await page.goto(PATH);
    await signInAs(page, 'operator');
    await page.getByRole('button', { name: 'Force-release…' }).click();
    const dialog = page.getByRole('dialog');
    await releaseNow(dialog);
    await giveConsent(dialog); // its library may renew
    await dialog.getByLabel(/Reason/).fill('worker was killed');
    await dialog.getByRole('button', { name: /^Force-release/ }).click();
    await expect.poll(() => redis.exists(KEY)).toBe(0);
    const entries = await auditEntriesOf(page.request, lockscope);
    expect(entries.find(({ action }) => action === 'release')).toMatchObject({
      actor: 'operator',
      outcome: 'released',
      details: { actorIs: 'password', agent: expect.stringContaining('Chrome') },
    });
    expect(entries.map(({ action, actor, outcome }) => [action, actor, outcome])).toEqual(
      expect.arrayContaining([
        ['user', 'mk@console', 'changed'],
        ['sign-in', 'operator', 'signed-in'],
      ]),
    );
    const refused = await page.request.post(`${lockscope.url}/api/annotations`, {
      headers: { 'content-type': 'application/json' },
      data: { kind: 'note', title: 'x' },
    });
    expect([refused.status(), (await refused.json()).error.code], 'a session without an origin').toEqual([
      403,
      'denied',
    ]);
  });

  test('a page whose session ends is left, with all that was on it', async ({ page, redis, lockscope }) => {
    await redis.set(KEY, TOKEN, 'PX', 600_000);
    await addUserTo(lockscope, 'operator', 'operator');
    await page.goto(PATH);
    await signInAs(page, 'operator');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
    const removed = await consoleCommand(lockscope, ['user', 'remove', 'operator'], '');
    expect(removed).toMatchObject({ code: 0, text: expect.stringContaining('every session ended') });
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('to')).toBe(new URL(PATH, lockscope.url).pathname);
    await expect(page.getByText(TOKEN)).toHaveCount(0);
  });

  test('signing out ends the session for whoever kept its cookie', async ({ page, lockscope }) => {
    await addUserTo(lockscope, 'viewer');
    await page.goto('/');
    await signInAs(page, 'viewer');
    await expect(page.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeHidden();
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'lockscope_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    await page.getByRole('button', { name: 'More' }).first().click();
    await expect(page.getByText('Signed in as viewer, with a password')).toBeVisible();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeVisible();
    const again = await fetch(`${lockscope.url}/api/locks`, {
      headers: { cookie: `lockscope_session=${cookie?.value}` },
    });
    expect(again.status).toBe(401);
  });
});
