import { type RunningConsole, startConsole } from './support/console';
import { freePort } from './support/free-port';
import { expectNoViolations } from './support/no-violations';
import { type OidcProvider, startOidcProvider } from './support/oidc-provider';
import { arrivedBySignIn, auditEntriesOf } from './support/signing-in';
import { expect, test } from './support/test';

const KEY = 'order:42:lock';
const PATH = `/locks/test.0/${encodeURIComponent(KEY)}`;
const TOKEN = 'c41f'.repeat(8);

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
  await arrivedBySignIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
  await expect(page.getByRole('button', { name: 'Force-release…' })).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'lockscope_session');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const [entry] = await auditEntriesOf(page.request, lockscope);
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
  await arrivedBySignIn(page);
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
