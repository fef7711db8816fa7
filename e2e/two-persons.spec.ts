import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { AuditAnswer } from '../lib/contract/audit';
import { giveConsent, releaseNow } from './support/consent';
import type { RunningConsole } from './support/console';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';
import { usable } from './support/usable-page';

const KEY = 'invoice:numbering:lock';
const PATH = `/locks/test.0/${encodeURIComponent(KEY)}`;
const TOKEN = 'c41f'.repeat(8);
const PASSWORD = 'correct horse battery';
const bin = fileURLToPath(new URL('../bin/lockscope.mjs', import.meta.url));

/** The command line where the console runs; `token` = as whom it speaks to it. */
function cli(
  { folder, url }: RunningConsole,
  args: string[],
  { input = '', token = '' } = {},
): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    ...{ LOCKSCOPE_CONFIG: `${folder}/lockscope.config.json`, LOCKSCOPE_URL: url },
    ...(token && { LOCKSCOPE_TOKEN: token }),
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

/** Somebody in a browser of their own, signed in with a password, on this page of the console. */
async function person(browser: Browser, console: RunningConsole, name: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: console.url })).newPage();
  await page.goto(path);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => !/^\/(?:sign-in|api)/.test(pathname));
  await usable(page);
  return page;
}

/** Asks for a release, as far as the dialog shows that it waits; returns the number of the request. */
async function askToRelease(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Force-release…' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This connection takes two persons.');
  await releaseNow(dialog);
  await giveConsent(dialog);
  await dialog.getByLabel(/Reason/).fill('billing-2 drained, invoices stop');
  await dialog.getByRole('button', { name: 'Ask to release' }).click();
  await expect(dialog.getByRole('heading', { name: 'Waits for a second person' })).toBeVisible();
  await expect(dialog).toContainText(/\d+\sm\s\d+\ss left/);
  return (
    /\d+/.exec((await dialog.getByRole('link', { name: /^Request \d+$/ }).textContent()) ?? '')?.[0] ?? ''
  );
}

test.use({ consoleOptions: { signIn: { local: true } }, target: { twoPersons: { minutes: 10 } } });

test.beforeEach(async ({ redis, lockscope }) => {
  await redis.set(KEY, TOKEN, 'PX', 600_000);
  for (const name of ['marta', 'amir']) {
    const done = await cli(lockscope, ['user', 'add', name, '--group', 'operator'], {
      input: `${PASSWORD}\n`,
    });
    expect(done.code, done.text).toBe(0);
  }
});

test('one asks, another approves, and both see what came of it', async ({ browser, redis, lockscope }) => {
  const marta = await person(browser, lockscope, 'marta', PATH);
  const id = await askToRelease(marta);
  expect(await redis.exists(KEY)).toBe(1);
  const dialog = marta.getByRole('dialog');
  await expectNoViolations(marta, 'the dialog while it waits');

  const own = await marta.context().newPage();
  await own.goto(`/requests/${id}`);
  await expect(own.getByText('somebody else decides, whatever way you sign in')).toBeVisible();
  await expect(own.getByRole('button', { name: /^Approve and release/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  const amir = await person(browser, lockscope, 'amir', '/');
  await amir
    .getByRole('status')
    .filter({ hasText: '1 act waits for a second person' })
    .getByRole('link')
    .click();
  await expect(amir).toHaveURL(new RegExp(`/requests/${id}$`));
  await expect(amir.getByRole('heading', { name: 'marta asks to release a lock' })).toBeVisible();
  const main = amir.getByRole('main');
  await expect(main).toContainText(/Read .+, read again .+ ago: unchanged/);
  await expect(main).toContainText(/Delete on 1 node \(127\.0\.0\.1:\d+\) if the token is /);
  await expect(main).toContainText('billing-2 drained, invoices stop');
  await expect(main).toContainText('Never by the account that asked, however it signs in.');
  await expectNoViolations(amir, 'a request that waits');
  await amir.getByRole('button', { name: /^Approve and release/ }).click();
  await expect(main).toContainText(/Released at/);
  expect(await redis.exists(KEY)).toBe(0);
  await expectNoViolations(amir, 'a request that is over');
  await expect(dialog).toContainText(/Approved by amir, with a password/);
  await expect(dialog).toContainText(/Released at/);

  const { entries } = (await (await amir.request.get(`${lockscope.url}/api/audit`)).json()) as AuditAnswer;
  expect(entries.find(({ action }) => action === 'release')).toMatchObject({
    ...{ actor: 'marta', outcome: 'released', reason: 'billing-2 drained, invoices stop' },
    details: { approval: { by: 'amir', via: 'password', request: Number(id) } },
  });
  await amir.goto('/audit');
  for (const words of ['Ask for an act', 'Approve an act', 'Release'])
    await expect(amir.getByRole('cell', { name: words, exact: true })).toBeVisible();
  await amir.goto('/requests');
  await expect(amir.getByRole('row').filter({ hasText: KEY })).toContainText('Done');
});

test('a lock that changed is not approved, a request is declined with a reason or taken back', async ({
  browser,
  redis,
  lockscope,
}) => {
  const marta = await person(browser, lockscope, 'marta', PATH);
  const id = await askToRelease(marta);
  const amir = await person(browser, lockscope, 'amir', `/requests/${id}`);
  const main = amir.getByRole('main');
  await expect(main).toContainText('unchanged');
  await redis.set(KEY, '77aa'.repeat(8), 'PX', 600_000);
  await expect(main).toContainText('the holder has it no more');
  await expect(amir.getByRole('button', { name: /^Approve and release/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await amir.getByRole('button', { name: 'Decline…' }).click();
  await amir.getByRole('dialog').getByLabel('Reason (required)').fill('another one has it by now');
  await amir.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(main).toContainText('Declined by amir');
  await expect(marta.getByRole('dialog')).toContainText('another one has it by now');

  await marta.reload();
  await askToRelease(marta);
  await marta.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
  await expect(marta.getByRole('dialog')).toContainText('Taken back by marta');
  expect(await redis.get(KEY)).toBe('77aa'.repeat(8));
});

test('from a terminal: nothing goes alone, --ask prints a link, somebody else approves', async ({
  redis,
  lockscope,
  browser,
}) => {
  const line = ['release', 'test', KEY, '--if-holder', TOKEN, '--reason', 'drained', '--alive', '--yes'];
  const made = await cli(lockscope, ['token', 'add', 'ci', '--right', 'admin', '--days', '1', '--json']);
  const { token } = JSON.parse(made.text) as { token: string };
  const alone = await cli(lockscope, line, { token });
  expect(alone).toMatchObject({ code: 1, text: expect.stringContaining('takes two persons') });
  const direct = await cli(lockscope, [...line, '--direct']);
  expect(direct).toMatchObject({ code: 1, text: expect.stringContaining('takes two persons') });
  const directAsk = await cli(lockscope, [...line, '--ask', '--direct']);
  expect(directAsk).toMatchObject({ code: 1, text: expect.stringContaining('nobody is a second person') });
  const ofNobody = await cli(lockscope, [...line, '--ask'], { token });
  expect(ofNobody).toMatchObject({ code: 1, text: expect.stringContaining('belongs to no user') });

  const marta = await person(browser, lockscope, 'marta', PATH);
  const id = await askToRelease(marta);
  const listed = await cli(lockscope, ['requests'], { token });
  expect(listed.text).toMatch(new RegExp(`${id} +waiting +release +test +${KEY} +marta`));
  const approved = await cli(lockscope, ['approve', id], { token });
  expect(approved).toMatchObject({ code: 1, text: expect.stringContaining('belongs to no user') });
  expect(await redis.get(KEY)).toBe(TOKEN);
});
