import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Page } from '@playwright/test';
import type { AuditAnswer } from '../lib/contract/audit';
import { type RunningConsole, startConsole } from './support/console';
import { freePort } from './support/free-port';
import { expectNoViolations } from './support/no-violations';
import { type OidcProvider, startOidcProvider } from './support/oidc-provider';
import { expect, test } from './support/test';
import { usable } from './support/usable-page';

const KEY = 'order:42:lock';
const PATH = `/locks/test.0/${encodeURIComponent(KEY)}`;
const TOKEN = 'c41f'.repeat(8);
const PASSWORD = 'correct horse battery';
/** Reached over the loopback interface, but not a loopback address in its form: to the console it is any other. */
const OTHER = '::ffff:127.0.0.1';
const bin = fileURLToPath(new URL('../bin/lockscope.mjs', import.meta.url));

/** The command line, where the console runs and keeps its history. */
function cli(
  { folder }: RunningConsole,
  args: string[],
  input: string,
): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    LOCKSCOPE_CONFIG: `${folder}/lockscope.config.json`,
    LOCKSCOPE_ACTOR: 'mk@console',
  };
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, text })));
}

async function addUser(console: RunningConsole, name: string, ...groups: string[]): Promise<void> {
  const args = groups.flatMap((group) => ['--group', group]);
  const done = await cli(console, ['user', 'add', name, ...args], `${PASSWORD}\n`);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining(`${name}: added`) });
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page);
}

/** Whoever signed in is on another page, which reacts to what is done to it. */
async function arrived(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => !/^\/(?:sign-in|api)/.test(pathname));
  await usable(page);
}

async function auditOf(request: APIRequestContext, console: RunningConsole): Promise<AuditAnswer['entries']> {
  const answer = (await (await request.get(`${console.url}/api/audit`)).json()) as AuditAnswer;
  return answer.entries;
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
    await addUser(lockscope, 'viewer');
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
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
    const release = page.getByRole('button', { name: 'Force-release…' });
    await expect(release).toHaveAttribute('aria-disabled', 'true');
    await release.focus();
    const why = page.getByText('You can look, not release.').last();
    await expect(why).toBeVisible();
    await expect(page.getByText('#sec-oncall grants rights.').last()).toBeVisible();
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
    await addUser(lockscope, 'operator', 'operator');
    await page.goto(PATH);
    await signIn(page, 'operator');
    await page.getByRole('button', { name: 'Force-release…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Reason/).fill('worker was killed');
    await dialog.getByRole('button', { name: /^Force-release/ }).click();
    await expect.poll(() => redis.exists(KEY)).toBe(0);
    const entries = await auditOf(page.request, lockscope);
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
    await addUser(lockscope, 'operator', 'operator');
    await page.goto(PATH);
    await signIn(page, 'operator');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
    const removed = await cli(lockscope, ['user', 'remove', 'operator'], '');
    expect(removed).toMatchObject({ code: 0, text: expect.stringContaining('every session ended') });
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('to')).toBe(new URL(PATH, lockscope.url).pathname);
    await expect(page.getByText(TOKEN)).toHaveCount(0);
  });

  test('signing out ends the session for whoever kept its cookie', async ({ page, lockscope }) => {
    await addUser(lockscope, 'viewer');
    await page.goto('/');
    await signIn(page, 'viewer');
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

test.describe('a console with a provider of OpenID Connect', () => {
  const it = test.extend<{ provider: OidcProvider; lockscope: RunningConsole }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    provider: async ({}, use) => {
      const provider = await startOidcProvider({ consoleUrl: `http://127.0.0.1:${await freePort()}` });
      await use(provider);
      await provider.close();
    },
    lockscope: async ({ server, provider }, use) => {
      const { issuer, client, consoleUrl: url } = provider;
      const oidc = { issuer, clientId: client.id, url, label: 'Example ID' };
      const roles = [{ name: 'oncall', groups: ['oncall'], allow: [{ rights: ['release', 'audit'] }] }];
      const console = await startConsole({
        redisUrl: server.url,
        port: Number(new URL(url).port),
        signIn: { oidc, roles, local: true },
        env: { LOCKSCOPE_OIDC_CLIENT_SECRET: client.secret },
      });
      await use(console);
      await console.close();
    },
  });

  it('leads there, to the page that was wanted, and out again', async ({ page, lockscope, redis }) => {
    await redis.set(KEY, TOKEN, 'PX', 600_000);
    await page.goto(lockscope.url + PATH);
    await expect(page.getByText('local user, for emergencies')).toBeVisible();
    await expectNoViolations(page, 'sign-in with a provider');
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await arrived(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
    await expect(page.getByRole('button', { name: 'Force-release…' })).toBeVisible();
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'lockscope_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    const [entry] = await auditOf(page.request, lockscope);
    expect(entry).toMatchObject({
      actor: 'mk@example.com',
      action: 'sign-in',
      outcome: 'signed-in',
      details: { actorIs: 'oidc' },
    });
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByText('Signed in as mk@example.com, by the sign-in provider')).toBeVisible();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /sign me out/i }).click(); // of the provider, which asks
    await expect(page.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeVisible();
    expect((await page.request.get(`${lockscope.url}/api/locks`)).status()).toBe(401);
  });

  it('sends somebody to the sign-in whose session ends at the provider', async ({
    page,
    lockscope,
    provider,
  }) => {
    await page.goto(`${lockscope.url}/locks`);
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await arrived(page);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${provider.issuer}/session/end`);
    await elsewhere.getByRole('button', { name: /sign me out/i }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeVisible();
  });

  it('says why nobody was signed in, and is not led elsewhere', async ({ page, lockscope, provider }) => {
    const onwards = page.getByRole('button', { name: 'Continue with Example ID' });
    const alert = page.getByRole('alert').filter({ hasText: 'Example ID' });
    provider.pause(true);
    await page.goto(`${lockscope.url}/nodes`);
    await onwards.click();
    await expect(alert).toContainText('Example ID does not answer');
    await expect(page.getByText('/nodes')).toBeVisible();
    provider.pause(false);
    provider.forge((claims) => ({ ...claims, nonce: 'of somebody else' }));
    await onwards.click();
    await expect(alert).toContainText('The answer of Example ID does not hold');
    await expect(page.getByText('/nodes')).toBeVisible();
    provider.forge(null);
    await page.goto(`${lockscope.url}/sign-in?to=https://evil.example/`);
    await onwards.click();
    await expect(page).toHaveURL(`${lockscope.url}/`);
  });

  it('begins as many sign-ins from an address as somebody may act, and no more', async ({
    page,
    lockscope,
  }) => {
    const begin = () => page.request.get(`${lockscope.url}/api/session/provider`, { maxRedirects: 0 });
    const places: string[] = [];
    for (let nth = 0; nth < 300 && !places.at(-1)?.includes('rate-limited'); nth++)
      places.push((await begin()).headers().location ?? '');
    const begun = places.filter((place) => place.includes('code_challenge='));
    expect(begun.length).toBeGreaterThan(0);
    expect(places.at(-1)).toBe('/sign-in?problem=rate-limited');
    await page.goto(lockscope.url + places.at(-1));
    await expect(page.getByText('Too many sign-ins from your address.')).toBeVisible();
  });
});
