import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AuditAnswer } from '../lib/contract/audit';
import type { FindingsAnswer } from '../lib/contract/findings';
import type { SilenceResult, SilencesAnswer } from '../lib/contract/silences';
import { startConsole } from './support/console';
import { expectNoViolations } from './support/no-violations';
import { test as base, expect } from './support/test';

const KEY = 'cron:{nightly}:lock';
const OTHER = 'report:{eu}:lock';
const RULE = 'Locks that never expire';
const REASON = 'the job is being moved\nuntil tonight';

const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'lockscope-data-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  consoleOptions: async ({ dataDir }, use) => {
    await use({ env: { LOCKSCOPE_DATA_DIR: dataDir } });
  },
});

/** Two locks without a TTL on a server that forgets them, all found. */
test.beforeEach(async ({ redis, lockscope }) => {
  await redis.mset(KEY, 'c41f'.repeat(8), OTHER, 'b52e'.repeat(8));
  await expect.poll(() => openOf(lockscope.url), 'both are found').toBe(2);
  await expect.poll(() => openOf(lockscope.url, 'no-persistence'), 'the server is looked at').toBe(1);
});

async function openOf(url: string, rule = 'no-ttl'): Promise<number> {
  const { byCode } = (await (await fetch(`${url}/api/findings`)).json()) as FindingsAnswer;
  return byCode.find(({ code }) => code === rule)?.count ?? 0;
}

function write(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const all = { 'content-type': 'application/json', 'x-lockscope-actor': 'ann', ...headers };
  return fetch(`${url}/api/silences`, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

const wanted = (change = {}) => ({
  ...{ code: 'no-ttl', target: 'test', scope: { kind: 'all' }, reason: 'known' },
  untilMs: Date.now() + 3_600_000,
  ...change,
});

const group = (page: Page) => page.getByRole('region', { name: RULE });
const silenced = (page: Page) => page.getByRole('button', { name: /^Silenced \(/ });

/** How many findings need somebody, as the tab says. */
async function urgentOf(page: Page): Promise<number> {
  const tab = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Findings/ });
  const words = tab.getByText(/needs? you now$/);
  return (await words.count()) === 0 ? 0 : Number.parseInt(await words.innerText(), 10);
}

async function openDialog(page: Page, key: string) {
  const row = group(page).getByRole('row').filter({ hasText: key });
  await row.getByRole('button', { name: `Silence… of ${key}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Silence a finding' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  return dialog;
}

test('a finding that is silenced for an hour is counted no more, also after a restart, until it is ended', async ({
  page,
  server,
  lockscope,
  dataDir,
}) => {
  await page.goto('/findings');
  await expect(group(page)).toContainText('2 locks');
  await expect.poll(() => urgentOf(page)).toBe(3);

  const dialog = await openDialog(page, KEY);
  await expect(dialog.getByRole('radio', { name: 'This lock' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: '1 h' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByLabel('Reason').pressSequentially(REASON);
  await expect(dialog, 'Enter is a line of the reason').toBeVisible();
  await dialog.getByRole('button', { name: 'Silence', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(silenced(page), 'focus goes to what stays').toBeFocused();
  await expect(group(page)).toContainText('1 lock');
  await expect(group(page)).not.toContainText(KEY);
  await expect.poll(() => urgentOf(page)).toBe(2);

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 lock');
  await expect(page.getByRole('link', { name: '1 silenced' })).toBeVisible();
  await page.goto(`/locks/test.0/${KEY.replaceAll('{', '~7B').replaceAll('}', '~7D')}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Silenced until' })).toContainText(
    'until tonight',
  );
  await expect(page.getByText('At risk', { exact: true }).first(), 'its state stays').toBeVisible();

  await lockscope.close();
  const port = Number(new URL(lockscope.url).port);
  const again = await startConsole({ redisUrl: server.url, port, env: { LOCKSCOPE_DATA_DIR: dataDir } });
  try {
    await expect.poll(() => openOf(again.url)).toBe(1);
    await page.goto('/findings');
    await silenced(page).click();
    const listed = page.getByRole('row').filter({ hasText: 'the job is being moved' });
    await expect(listed).toContainText(KEY);
    await expect(listed).toContainText('local operator');
    await expect(listed).toContainText('1 finding now');
    await listed.getByRole('button', { name: /^End now/ }).click();
    await expect(group(page)).toContainText('2 locks');
    await expect(silenced(page)).toBeHidden();
    await expect.poll(() => urgentOf(page)).toBe(3);
  } finally {
    await again.close();
  }
});

test('a silence that ends by itself brings its findings back without a reload', async ({
  page,
  lockscope,
}) => {
  await page.goto('/findings');
  await expect(group(page)).toContainText('2 locks');
  expect((await write(lockscope.url, wanted({ code: 'no-persistence' }))).status).toBe(200);
  const reply = await write(lockscope.url, wanted({ untilMs: Date.now() + 8_000 }));
  expect(reply.status).toBe(200);
  await expect(silenced(page), 'another tab’s silence is seen').toBeVisible();
  await expect(group(page)).toBeHidden();
  await expect(page.getByText('Nothing is open but what is silenced')).toBeVisible();
  await expect(group(page)).toContainText('2 locks', { timeout: 30_000 });
  await expect(silenced(page), 'the other one runs on').toContainText('(1)');
});

test('routes are guarded, refuse with the field, and write the audit', async ({ lockscope }) => {
  const { url } = lockscope;
  for (const [change, field] of [
    [{ reason: ' ' }, 'reason'],
    [{ untilMs: Date.now() - 1 }, 'untilMs'],
    [{ untilMs: Date.now() + 91 * 86_400_000 }, 'untilMs'],
    [{ scope: { kind: 'node', node: 'r:1' } }, 'scope.kind'],
    [{ code: 'nonsense' }, 'code'],
    [{ extra: 1 }, 'extra'],
  ] as const) {
    const reply = await write(url, wanted(change));
    expect(reply.status, field).toBe(400);
    expect((await reply.json()).error).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(field),
    });
  }
  expect((await write(url, wanted(), { origin: 'http://evil.example' })).status).toBe(403);
  expect((await write(url, wanted(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await write(url, wanted(), { 'content-type': 'text/plain' })).status).toBe(400);

  const { silence } = (await (await write(url, wanted())).json()) as SilenceResult;
  expect(silence).toMatchObject({ by: 'ann', reason: 'known', target: 'test' });
  const listed = async (query: string) =>
    (await (await fetch(`${url}/api/silences${query}`)).json()) as SilencesAnswer;
  expect(await listed('?target=test')).toMatchObject({
    kept: 'file',
    silences: [{ ...silence, findings: 2 }],
  });
  const one = `${url}/api/silences/${silence.id}`;
  expect((await fetch(one, { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
    403,
  );
  expect((await fetch(one, { method: 'DELETE' })).status).toBe(200);
  expect((await fetch(one, { method: 'DELETE' })).status).toBe(404);
  expect((await listed('')).silences).toEqual([]);
  const { entries } = (await (await fetch(`${url}/api/audit`)).json()) as AuditAnswer;
  expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['end-silence', 'ended'],
    ['silence', 'silenced'],
  ]);
  const openapi = await (await fetch(`${url}/api/openapi.json`)).json();
  expect(Object.keys(openapi.paths['/api/silences'])).toEqual(['get', 'post']);
  expect(Object.keys(openapi.paths['/api/silences/{id}'])).toEqual(['delete']);
});

test.describe('on a read-only connection', () => {
  test.use({ target: { readOnly: true } });

  test('nothing is silenced, and the button says why', async ({ page, lockscope }) => {
    expect((await write(lockscope.url, wanted())).status).toBe(403);
    await page.goto('/findings');
    const button = group(page).getByRole('button', { name: `Silence… of ${KEY}` });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await expect(page.getByText('This connection is watched read-only')).toBeVisible();
  });
});

test('axe finds nothing in the dialog, the list, on the lock’s page and in the audit', {
  tag: '@long',
}, async ({ page, lockscope }) => {
  await write(lockscope.url, wanted({ scope: { kind: 'family', family: OTHER }, reason: REASON }));
  await write(lockscope.url, wanted({ scope: { kind: 'all' }, code: 'no-persistence' }));
  await page.goto('/findings');
  await silenced(page).click();
  await expect(page.getByRole('button', { name: /^End now/ })).toHaveCount(2);
  await expectNoViolations(page, 'list');
  const dialog = await openDialog(page, KEY);
  await dialog.getByRole('radio', { name: 'Keys that match a pattern' }).click();
  await dialog.getByRole('button', { name: 'Date…' }).click();
  await expect(dialog.getByLabel(/^Ends at/)).toBeVisible();
  await expectNoViolations(page, 'dialog');
  await page.keyboard.press('Escape');
  await page.goto('/locks');
  await page.getByRole('link', { name: OTHER }).click();
  await expect(page.getByText('Silenced until')).toBeVisible();
  await expectNoViolations(page, 'lock page');
  await page.goto('/audit');
  await expect(page.getByText('Finding silenced').first()).toBeVisible();
  await expectNoViolations(page, 'audit');
  await page.goto('/');
  await expect(page.getByRole('link', { name: /silenced$/ })).toBeVisible();
  await expectNoViolations(page, 'overview');
});
