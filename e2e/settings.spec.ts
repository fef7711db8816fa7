import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { SettingsAnswer } from '../lib/contract/settings';
import type { RunningConsole } from './support/console';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';
import { usable } from './support/usable-page';

const PASSWORD = 'correct horse battery';
const bin = fileURLToPath(new URL('../bin/lockscope.mjs', import.meta.url));

/** Runs the command line where the console is set up; what it printed on the standard output. */
async function cli({ folder }: RunningConsole, args: string[], input = ''): Promise<string> {
  const env = { ...process.env, LOCKSCOPE_CONFIG: `${folder}/lockscope.config.json` };
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      texts[name] += chunk;
    });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code, texts.stderr).toBe(0);
  return texts.stdout;
}

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname === new URL(path, 'http://h').pathname);
  await usable(page);
}

/** By the menu of the top bar. */
async function toSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  await usable(page);
}

const rowOfTarget = (page: Page) => page.getByRole('row', { name: 'Show the connection test of test' });
const tabOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('where people sign in', () => {
  test.use({
    consoleOptions: {
      signIn: {
        ...{ local: true, grantedBy: '#sec-oncall' },
        roles: [
          { name: 'leads', groups: ['leads'], allow: [{ rights: ['admin'] }] },
          { name: 'oncall', groups: ['oncall'], allow: [{ rights: ['release'], keys: ['payout:*'] }] },
        ],
      },
    },
  });

  test('whoever does not administer is not led there, and learns who grants that', async ({
    page,
    lockscope,
  }) => {
    await cli(lockscope, ['user', 'add', 'viewer', '--group', 'oncall'], `${PASSWORD}\n`);
    await signIn(page, 'viewer', '/nodes');
    await page.getByRole('button', { name: 'More' }).first().click();
    await expect(page.getByText('Signed in as viewer')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0);
    await page.goto('/settings');
    await expect(page.getByText('You do not administer this console.')).toBeVisible();
    await expect(page.getByText('Rights are granted by #sec-oncall.')).toBeVisible();
    const answers = await page.evaluate(async () => {
      const json = { 'content-type': 'application/json' };
      const asked = [
        fetch('/api/settings'),
        fetch('/api/targets/test/test', { method: 'POST', headers: json, body: '{}' }),
      ];
      return Promise.all(asked.map(async (each) => (await each).status));
    });
    expect(answers).toEqual([403, 403]);
  });

  test('a token is made, shown once, works with what it was given, and is refused once it is revoked', async ({
    page,
    lockscope,
  }) => {
    await cli(lockscope, ['user', 'add', 'lead', '--group', 'leads'], `${PASSWORD}\n`);
    await signIn(page, 'lead', '/nodes');
    await toSettings(page);
    await tabOf(page, 'Tokens').click();
    await expect(page).toHaveURL(/[?&]tab=tokens/);
    await expect(page.getByText('There is no token')).toBeVisible();
    await page.getByRole('button', { name: 'New token…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await expect(dialog.getByRole('button', { name: 'Make token' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel('Name').fill('ci-smoke');
    await dialog.getByRole('checkbox', { name: /^view:/ }).check();
    await expectNoViolations(page, 'new token');
    await dialog.getByRole('button', { name: 'Make token' }).click();
    const made = page.getByRole('dialog', { name: 'Token ci-smoke is made' });
    const token = (await made.getByText(/^lsk_/).textContent()) ?? '';
    await expectNoViolations(page, 'token that is made');
    await made.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /ci-smoke/ });
    await expect(row).toContainText('view');
    await expect(row).toContainText('lead');
    await expect(page.getByText(token)).toHaveCount(0);

    const asProgram = () =>
      fetch(`${lockscope.url}/api/nodes`, { headers: { authorization: `Bearer ${token}` } });
    expect((await asProgram()).status).toBe(200);
    await page.reload();
    await expect(row).toContainText('ago');
    await row.getByRole('button', { name: 'Revoke…' }).click();
    const sure = page.getByRole('alertdialog', { name: 'Revoke this token?' });
    await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoViolations(page, 'revoking a token');
    await sure.getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('There is no token')).toBeVisible();
    expect((await asProgram()).status).toBe(401);
  });

  test('a token of the command line is listed here, and its revocation there ends it here', async ({
    page,
    lockscope,
  }) => {
    await cli(lockscope, ['user', 'add', 'lead', '--group', 'leads'], `${PASSWORD}\n`);
    const add = ['token', 'add', 'grafana', '--right', 'metrics', '--days', '3'];
    const token = (await cli(lockscope, add)).trim();
    const ask = () => fetch(`${lockscope.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    await signIn(page, 'lead', '/settings?tab=tokens');
    const row = page.getByRole('row', { name: /grafana/ });
    await expect(row).toContainText('command line');
    await expect(row).toContainText(/in 2/);
    const listed = JSON.parse(await cli(lockscope, ['token', 'list', '--json'])) as {
      tokens: { id: number }[];
    };
    await cli(lockscope, ['token', 'revoke', String(listed.tokens[0]?.id)]);
    await expect.poll(async () => (await ask()).status).toBe(401);
    await expect(page.getByText('There is no token')).toBeVisible();
  });

  test('all sessions of an account are ended, after asking', async ({ page, lockscope, browser }) => {
    await cli(lockscope, ['user', 'add', 'lead', '--group', 'leads'], `${PASSWORD}\n`);
    await cli(lockscope, ['user', 'add', 'mk', '--group', 'oncall'], `${PASSWORD}\n`);
    const context = await browser.newContext({ baseURL: lockscope.url });
    const other = await context.newPage();
    await signIn(other, 'mk', '/nodes');
    await signIn(page, 'lead', '/settings?tab=sessions');
    const rows = page.getByRole('table', { name: 'Running sessions by account' });
    await expect(rows).toContainText('mk');
    await expect(rows).toContainText('127.0.0.1');
    await expectNoViolations(page, 'sessions');
    await page.getByRole('button', { name: 'End all… of mk' }).click();
    const sure = page.getByRole('alertdialog', { name: 'End every session of this account?' });
    await expect(sure).not.toContainText('your own account');
    await sure.getByRole('button', { name: 'End all' }).click();
    await expect(page.getByRole('button', { name: 'End all… of mk' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'End all… of lead' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Sign in to Lockscope' })).toBeVisible();
    await context.close();
  });

  test('roles are those in effect, by target, with the keys that bound them', async ({ page, lockscope }) => {
    await cli(lockscope, ['user', 'add', 'lead', '--group', 'leads'], `${PASSWORD}\n`);
    await signIn(page, 'lead', '/settings?tab=roles');
    const rows = page.getByRole('table', { name: /^Roles, who has them/ });
    await expect(rows.getByRole('columnheader', { name: 'test' })).toBeVisible();
    await expect(rows.getByRole('row', { name: /oncall/ })).toContainText('release');
    await expect(rows.getByRole('row', { name: /oncall/ })).toContainText('payout:*');
    await expect(rows.getByRole('row', { name: /everyone/ })).toContainText('everybody who signed in');
    await expect(page.getByText('Whoever signed in has what everyone gives')).toBeVisible();
    await expect(page.getByText(/Set in lockscope\.config\.json, under signIn\.roles/)).toBeVisible();
    await expectNoViolations(page, 'roles');
  });
});

test.describe('a target whose user lacks rights', () => {
  test('the test names what is missing and the line that grants it; run, the next finds all', async ({
    page,
    server,
    redis,
    lockscope,
  }) => {
    await page.goto('/settings');
    await expect(rowOfTarget(page)).toContainText('all rights');
    await page.getByRole('button', { name: 'Test now' }).click();
    const panel = page.getByRole('region', { name: 'Connection test of test' });
    await expect(panel).toContainText(`127.0.0.1:${server.port}`);
    await expect(panel).toContainText(/Redis \d/);
    await expect(panel.getByRole('button', { name: 'Test again' })).toBeVisible();
    await expect(panel.getByText('ACL SETUSER')).toHaveCount(0);
    await expectNoViolations(page, 'connection test, all rights');

    await redis.call('ACL', 'SETUSER', 'default', '-eval', '-evalsha', '-pubsub|numsub');
    await panel.getByRole('button', { name: 'Test again' }).click();
    const line = panel.getByText(/^ACL SETUSER/);
    await expect(line).toBeVisible();
    await expect(panel).toContainText('May not run EVALSHA, EVAL: releasing and extending is refused');
    await expect(panel).toContainText('May not run PUBSUB NUMSUB: how many wait is unknown');
    await expect(rowOfTarget(page)).toContainText('3 rights missing');
    await expectNoViolations(page, 'connection test, rights missing');
    const [, ...words] = ((await line.textContent()) ?? '').split(' ');
    await redis.call('ACL', ...(words as [string, ...string[]]));
    await panel.getByRole('button', { name: 'Test again' }).click();
    await expect(line).toHaveCount(0);
    await expect(rowOfTarget(page)).toContainText('all rights');

    await page.reload();
    await expect(rowOfTarget(page), 'it is kept').toContainText('ago');
    await server.stop();
    await panel.getByRole('button', { name: 'Test again' }).click();
    await expect(panel).toContainText('Connection refused');
    await expect(panel).toContainText('Setting: url');
    await expect(rowOfTarget(page)).toContainText('1 of 1 not usable');
    const settings = (await (await page.request.get('/api/settings')).json()) as SettingsAnswer;
    expect(settings.targets[0]?.test?.servers[0]).toMatchObject({ reached: false });
    expect(settings.file).toBe(`${lockscope.folder}/lockscope.config.json`);
  });
});

test('where nobody signs in the page is offered, and says how that is changed', async ({
  page,
  lockscope,
}) => {
  await page.goto('/nodes');
  await toSettings(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  for (const tab of ['Roles', 'Tokens', 'Sessions']) {
    await tabOf(page, tab).click();
    await expect(page.getByRole('heading', { name: 'Nobody signs in here' })).toBeVisible();
    await expect(page.getByText('"signIn": { "local": true }')).toBeVisible();
    await expect(page.getByText('lockscope user add NAME --group admin')).toBeVisible();
  }
  await expectNoViolations(page, 'settings where nobody signs in');
  await page.goBack();
  await expect(tabOf(page, 'Tokens')).toHaveAttribute('aria-pressed', 'true');
  await tabOf(page, 'Health').click();
  const rows = page.getByRole('table', { name: 'Parts of the console, and how they are' });
  await expect(rows.getByRole('row', { name: /^Collector/ })).toContainText('Works');
  await expect(rows.getByRole('row', { name: /^History/ })).toContainText('SQLite');
  await expect(rows.getByRole('row', { name: /^Audit/ })).toContainText('chain intact');
  await expect(rows.getByRole('row', { name: /^Process/ })).toContainText('Node');
  await expectNoViolations(page, 'health');
  expect(lockscope.url).toBeTruthy();
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'a narrow window' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test('each part is drawn with what is known, and nothing is wider than the window', async ({
      page,
      lockscope,
    }) => {
      const shown = {
        targets: 'Connection test of test',
        health: 'Collector',
        roles: 'Nobody signs in here',
      };
      for (const [tab, text] of Object.entries(shown)) {
        await expect(async () => {
          await page.goto(`${lockscope.url}/settings?tab=${tab}`);
          await expect(page.locator('main').getByText(text).first()).toBeVisible({ timeout: 1_000 });
        }).toPass({ timeout: 30_000 });
        const wide = await page
          .locator('main')
          .evaluate((main) =>
            [main, ...main.querySelectorAll('section')]
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .map((part) => part.getAttribute('aria-label') ?? part.id),
          );
        expect(wide, tab).toEqual([]);
      }
    });
  });
