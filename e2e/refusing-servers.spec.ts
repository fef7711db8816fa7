import type { Locator } from '@playwright/test';
import { fixture } from '../lib/formats/ruby/suo-lock.fixture';
import { giveConsent, releaseNow } from './support/consent';
import { startConsole } from './support/console';
import { startRedisServer } from './support/redis-server';
import { expect, test } from './support/test';
import { call } from './support/written-keys';

const TOKEN = 'c41f'.repeat(8);
const KEY = 'order:1:lock';
const LOCK = `/locks/test.0/${KEY}`;

/** Fills in what the dialog asks for. */
async function confirm(dialog: Locator, key: string): Promise<void> {
  await dialog.getByLabel(/Reason/).fill('its holder crashed');
  const typed = dialog.getByLabel('Type the key to confirm');
  if ((await typed.count()) > 0) await typed.fill(key);
}

test.describe('a full server', () => {
  test('is said before somebody clicks, and a release works there', async ({ page, redis }) => {
    await redis.set(KEY, TOKEN, 'PX', 600_000);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    await redis.config('SET', 'maxmemory', '1');
    await page.goto(LOCK);
    const note = page.getByRole('main').getByText(/is out of memory \(.+ of .+, noeviction\)/);
    await expect(note).toBeVisible({ timeout: 30_000 });
    await expect(note).toContainText('still works');
    await expect(note).toContainText(/read.*ago/);
    await page.getByRole('button', { name: 'Force-release…' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/is out of memory/)).toBeVisible();
    await releaseNow(dialog);
    await giveConsent(dialog); // its library may renew
    await confirm(dialog, KEY);
    await dialog.getByRole('button', { name: /^Force-release/ }).click();
    await expect.poll(() => redis.exists(KEY)).toBe(0);
  });

  test('is said to refuse a release that takes memory, which then changes nothing', async ({
    page,
    redis,
  }) => {
    const [example] = fixture.examples;
    if (!example) throw new Error('the fixture has an example');
    for (const command of example.write('jobs:suo', Date.now())) await call(redis, command);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    await redis.config('SET', 'maxmemory', '1');
    const before = await redis.dumpBuffer('jobs:suo');
    await page.goto('/locks/test.0/jobs:suo');
    await expect(page.getByRole('main').getByText(/may take some and be refused/)).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole('button', { name: 'Force-release…' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/may take some and be refused/)).toBeVisible();
    await confirm(dialog, 'jobs:suo');
    const answer = page.waitForResponse((response) => response.url().endsWith('/release'));
    await dialog.getByRole('button', { name: /^Force-release/ }).click();
    expect((await answer).status()).toBe(503);
    expect(await redis.dumpBuffer('jobs:suo')).toEqual(before);
  });
});

test('a replica is said to take no writes', async ({ page, server, redis }) => {
  await redis.set(KEY, TOKEN, 'PX', 600_000);
  const replica = await startRedisServer(['--replicaof', '127.0.0.1', String(server.port)]);
  const console = await startConsole({ targets: [{ name: 'test', url: replica.url }] });
  try {
    await page.goto(console.url + LOCK);
    const note = page.getByRole('main').getByText(/is a replica: it accepts no writes/);
    await expect(note).toBeVisible({ timeout: 30_000 });
    await expect(note).toContainText(/read.*ago/);
    await page.getByRole('button', { name: 'Force-release…' }).first().click();
    await expect(page.getByRole('dialog').getByText(/is a replica/)).toBeVisible();
  } finally {
    await console.close();
    await replica.close();
  }
});
