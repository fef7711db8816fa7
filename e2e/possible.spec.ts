import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LockList } from '../lib/contract/locks';
import type { PossibleAnswer } from '../lib/contract/possible';
import { expectNoViolations } from './support/no-violations';
import { test as base, expect } from './support/test';

const SECRET = '0cea43ef-c941-46be-9920-30c3c7a3f0a5';

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

async function answer<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

test('what may be a lock stands apart with its value masked, and one click decides', async ({
  page,
  redis,
  lockscope,
}) => {
  await redis.set('door:7', SECRET, 'PX', 600_000);
  await redis.set('stock:8', SECRET, 'PX', 600_000);
  const possible = () => answer<PossibleAnswer>(`${lockscope.url}/api/possible`);
  await expect.poll(async () => (await possible()).matched).toBe(2);

  await page.goto('/locks');
  await expect(page.getByText('door:7')).toHaveCount(0);
  await page.getByRole('link', { name: '2 possible locks' }).click();
  await expect(page.getByRole('row', { name: /door:7/ })).toBeVisible();
  await expect(page.getByText(SECRET.slice(0, 8))).toHaveCount(0);
  await expectNoViolations(page, 'possible locks');

  await page.getByRole('button', { name: 'It is a lock for door:7' }).click();
  await expect(page.getByRole('row', { name: /door:7/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Not a lock for stock:8' }).click();
  await expect(page.getByText('No key is in doubt')).toBeVisible();
  await expect(page.getByText('"notLocks"')).toBeVisible();
  const { locks } = await answer<LockList>(`${lockscope.url}/api/locks`);
  expect(locks.map(({ key }) => key.text)).toEqual(['door:7']);
});

test('a foreign page cannot decide', async ({ redis, lockscope }) => {
  await redis.set('door:7', SECRET, 'PX', 600_000);
  const response = await fetch(`${lockscope.url}/api/possible/test.0.door:7`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://evil.example' },
    body: JSON.stringify({ is: 'not-a-lock' }),
  });
  expect(response.status).toBe(403);
  const { decisions } = await answer<PossibleAnswer>(`${lockscope.url}/api/possible`);
  expect(decisions).toEqual([]);
});
