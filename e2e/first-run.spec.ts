import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AuditAnswer } from '../lib/contract/audit';
import { type ConsoleOptions, type RunningConsole, startConsole } from './support/console';
import { REFUSED_PORT } from './support/free-port';
import { expectNoViolations } from './support/no-violations';
import { test as base, expect } from './support/test';
import { usable } from './support/usable-page';

const SECRET = 'a-s3cret-of-redis';
const FILE = 'lockscope.config.json';

type Fixtures = {
  /** Where consoles of the test start, one after the other. */
  folder: string;
  /** Starts a console as it is found there. */
  start(options?: ConsoleOptions): Promise<RunningConsole>;
};

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'lockscope-first-run-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  },
  start: async ({ folder }, use) => {
    const running: RunningConsole[] = [];
    await use(async (options = {}) => {
      const one = await startConsole({ folder, unconfigured: true, ...options });
      running.push(one);
      return one;
    });
    for (const one of running) await one.close();
  },
  // Each test goes to a console of its own.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use(undefined),
});

async function fillIn(
  page: Page,
  fields: { address: string; user?: string; password?: string; name?: string },
) {
  await page.getByLabel('Address', { exact: true }).fill(fields.address);
  if (fields.user !== undefined) await page.getByLabel('User', { exact: true }).fill(fields.user);
  if (fields.password !== undefined) await page.getByLabel('Password', { exact: true }).fill(fields.password);
  if (fields.name !== undefined) await page.getByLabel('Name', { exact: true }).fill(fields.name);
}

const result = (page: Page) => page.getByRole('region', { name: 'Connection test', exact: true });

async function auditOf(page: Page, { url }: RunningConsole): Promise<AuditAnswer['entries']> {
  return ((await (await page.request.get(`${url}/api/audit`)).json()) as AuditAnswer).entries;
}

async function expectNoOverflow(page: Page): Promise<void> {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(wide).toBeLessThanOrEqual(room ?? 0);
}

for (const width of [390, 1440])
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('with nothing configured: a wrong password says so, the right one shows locks, and the next start needs nothing', async ({
      page,
      server,
      redis,
      folder,
      start,
    }) => {
      await redis.set('order:1:lock', 'c41f'.repeat(8), 'PX', 600_000);
      await redis.config('SET', 'requirepass', SECRET);
      const first = await start();
      for (const path of ['/', '/locks', '/settings?tab=health']) {
        await page.goto(first.url + path);
        await expect(page).toHaveURL(`${first.url}/first-run`);
      }
      await expect(page.getByRole('heading', { level: 1, name: 'Connect to a Redis' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Test', exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await expectNoViolations(page, 'first run');
      await expectNoOverflow(page);
      expect((await readdir(folder)).includes(FILE)).toBe(false);

      const address = `127.0.0.1:${server.port}`;
      await fillIn(page, { address: `127.0.0.1:${REFUSED_PORT}`, password: 'wrong' });
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await expect(result(page)).toContainText('Connection refused');
      await expect(result(page)).toContainText('Field: Address');
      await expect(result(page)).toContainText(/Trying again in \d+ s · now/);
      await fillIn(page, { address });
      await expect(result(page), 'it was of another address').toHaveCount(0);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await expect(result(page)).toContainText('Wrong password, or no such user.');
      await expect(result(page)).toContainText(address);
      await expect(result(page)).toContainText('Fields: User, Password');
      await expect(page.getByRole('button', { name: /^Watch/ })).toHaveCount(0);
      await expectNoViolations(page, 'first run, wrong password');
      await expectNoOverflow(page);

      await fillIn(page, { address, password: SECRET, name: 'orders' });
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await expect(result(page)).toContainText('Reached');
      await expectNoViolations(page, 'first run, tested');
      await expectNoOverflow(page);
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await page.waitForURL(`${first.url}/`);
      await page.goto(`${first.url}/locks`);
      await expect(page.getByText('order:1:lock').first()).toBeVisible();
      await page.goto(`${first.url}/first-run`);
      await expect(page).toHaveURL(`${first.url}/`);

      const path = join(folder, FILE);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
        targets: [{ name: 'orders', environment: 'production', url: `redis://${address}`, password: SECRET }],
      });
      const audit = await auditOf(page, first);
      const [added, ...tests] = audit.map(({ action, outcome }) => `${action} ${outcome}`);
      expect(added).toBe('add-target added');
      // A test that failed is tried again by itself.
      expect(tests.length).toBeGreaterThanOrEqual(3);
      expect(new Set(tests)).toEqual(new Set(['test-target tested']));
      const settings = await (await page.request.get(`${first.url}/api/settings`)).text();
      for (const text of [JSON.stringify(audit), settings, first.logs()]) expect(text).not.toContain(SECRET);

      await first.close();
      const second = await start();
      await page.goto(`${second.url}/locks`);
      await expect(page.getByText('order:1:lock').first()).toBeVisible();
      expect(second.logs()).not.toContain(SECRET);
    });
  });

test('without the rights to act it is watched read-only; once they are granted it may act', async ({
  page,
  server,
  redis,
  folder,
  start,
}) => {
  await redis.call(
    'ACL',
    'SETUSER',
    'lockscope',
    'on',
    `>${SECRET}`,
    '~*',
    '&*',
    '+@all',
    '-eval',
    '-evalsha',
  );
  const { url } = await start();
  await page.goto(url);
  // A URL as it is copied from elsewhere.
  await page
    .getByLabel('Address', { exact: true })
    .fill(`redis://lockscope:${SECRET}@127.0.0.1:${server.port}`);
  await page.getByLabel('Name', { exact: true }).focus();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(`redis://127.0.0.1:${server.port}`);
  await expect(page.getByLabel('User', { exact: true })).toHaveValue('lockscope');
  await page.keyboard.press('Enter');
  await expect(result(page)).toContainText('ACL SETUSER lockscope +evalsha +eval');
  await expect(result(page)).toContainText('stays read-only');
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toHaveCount(0);
  await redis.call('ACL', 'SETUSER', 'lockscope', '+eval', '+evalsha');
  await page.getByRole('button', { name: 'Test again' }).click();
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Watch read-only' }).click();
  await page.waitForURL(`${url}/`);
  const { targets } = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as { targets: object[] };
  expect(targets).toMatchObject([{ username: 'lockscope', readOnly: true }]);
});

test('a further target is added on the settings page, and the file keeps the rest', async ({
  page,
  server,
  redis,
  folder,
  start,
}) => {
  await redis.set('order:1:lock', 'c41f'.repeat(8), 'PX', 600_000);
  const refused = {
    name: 'away',
    url: `redis://127.0.0.1:${REFUSED_PORT}`,
    patterns: ['job:*'],
    notLocks: ['stock:*'],
  };
  const { url, close } = await start({ unconfigured: false, targets: [refused] });
  const before = await readFile(join(folder, FILE), 'utf8');
  await page.goto(`${url}/settings`);
  const banner = page.getByRole('alert').filter({ hasText: 'has not answered' });
  await expect(banner).toContainText('Connection refused');
  await expect(banner).toContainText(`Tried 127.0.0.1:${REFUSED_PORT}`);
  await expect(banner).toContainText(`Setting: url (targets[0] in ${FILE})`);
  await expect(banner).toContainText('It is tried again every second.');
  await expectNoViolations(page, 'a target that is down');

  await page.getByRole('button', { name: 'Patterns', exact: true }).click();
  const rows = page.getByRole('table', { name: /^Key patterns and decisions/ });
  await expect(rows.getByRole('row', { name: /job:\*/ })).toContainText(`patterns (targets[0] in ${FILE})`);
  await expect(rows.getByRole('row', { name: /stock:\*/ })).toContainText('no lock');
  await expectNoViolations(page, 'patterns');

  await page.getByRole('button', { name: 'Add target' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a target' });
  await fillIn(page, { address: `redis://127.0.0.1:${server.port}`, name: 'away' });
  await expect(dialog.getByText('There is one of this name.')).toBeVisible();
  await fillIn(page, { address: `redis://127.0.0.1:${server.port}`, name: 'orders' });
  await dialog.getByRole('button', { name: 'Dev', exact: true }).click();
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
  await expectNoViolations(page, 'adding a target');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Connection test of orders' })).toBeVisible();
  await page.goto(`${url}/locks?target=orders`);
  await expect(page.getByText('order:1:lock').first()).toBeVisible();
  const after = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as { targets: object[] };
  expect(after.targets).toEqual([
    ...(JSON.parse(before) as { targets: object[] }).targets,
    { name: 'orders', environment: 'development', url: `redis://127.0.0.1:${server.port}` },
  ]);
  await close();
});

test('sample data is switched on and off, and is in no configuration', async ({ page, folder, start }) => {
  test.setTimeout(120_000);
  const { url, close } = await start();
  await page.goto(url);
  await page.getByRole('switch', { name: 'Look around with sample data' }).click();
  await page.waitForURL(`${url}/`, { timeout: 60_000 });
  await usable(page);
  await expect(page.getByText('SAMPLE DATA', { exact: false }).first()).toBeVisible();
  await page.goto(`${url}/locks`);
  await expect(page.getByText('report:monthly:lock').first()).toBeVisible({ timeout: 30_000 });
  expect((await readdir(folder)).includes(FILE)).toBe(false);
  await page.goto(`${url}/settings`);
  const on = page.getByRole('switch', { name: 'Sample data is on' });
  await expect(on).toBeChecked();
  await expectNoViolations(page, 'sample data');
  await on.click();
  await page.waitForURL(`${url}/first-run`, { timeout: 30_000 });
  const nodes = (await (await page.request.get(`${url}/api/nodes`)).json()) as { nodes: object[] };
  expect(nodes.nodes).toEqual([]);
  expect((await readdir(folder)).includes(FILE)).toBe(false);
  await close();
});

test('the documentation can be read before there is a target', async ({ page, start }) => {
  const { url } = await start();
  await page.goto(url);
  await page.getByRole('link', { name: 'Documentation' }).click();
  await expect(page).toHaveURL(`${url}/docs/start`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ten minutes to the first release');
  await expectNoViolations(page, 'documentation without a target');
  await expectNoOverflow(page);
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await expect(page).toHaveURL(`${url}/first-run`);
});

test('where there is no redis-server, sample data names it', async ({ page, start }) => {
  const { url } = await start({ env: { PATH: '/nonexistent' } });
  await page.goto(url);
  await page.getByRole('switch', { name: 'Look around with sample data' }).click();
  await expect(page.getByText('It takes redis-server on the console’s machine')).toBeVisible();
  await expectNoViolations(page, 'no sample data');
});

test('where people sign in, whoever does not administer adds nothing and learns who does', async ({
  page,
  start,
}) => {
  const { url } = await start({ env: { LOCKSCOPE_SIGN_IN: 'local' } });
  await page.goto(url);
  await expect(page).toHaveURL(`${url}/sign-in`);
  const draft = { name: 'a', topology: 'standalone', addresses: ['redis://127.0.0.1:1'] };
  for (const path of ['/api/targets', '/api/targets/test', '/api/sample-data'])
    expect((await page.request.post(url + path, { data: draft })).status(), path).toBe(401);
});

test('a page of another site adds no target, and a form cannot send one', async ({ folder, start }) => {
  const { url } = await start();
  const body = JSON.stringify({ name: 'a', topology: 'standalone', addresses: ['redis://127.0.0.1:1'] });
  const json = { 'content-type': 'application/json' };
  const sent: Record<string, string>[] = [
    { ...json, 'sec-fetch-site': 'cross-site' },
    { ...json, origin: 'https://evil.example' },
    { ...json, origin: 'http://localhost:1' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ];
  for (const headers of sent)
    for (const path of ['/api/targets', '/api/targets/test', '/api/sample-data']) {
      const { status } = await fetch(url + path, { method: 'POST', headers, body });
      expect([400, 403], `${path} ${JSON.stringify(headers)}`).toContain(status);
    }
  const { nodes } = (await (await fetch(`${url}/api/nodes`)).json()) as { nodes: object[] };
  expect(nodes).toEqual([]);
  expect(await readdir(folder)).not.toContain(FILE);
});
