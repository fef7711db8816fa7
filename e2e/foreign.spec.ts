import type { Redis } from 'ioredis';
import Redlock from 'redlock';
import { giveConsent, releaseNow } from './support/consent';
import { expect, test } from './support/test';

test('locks of other libraries are labelled for what they are', async ({ page, redis }) => {
  await acquireWithPlainToken(redis, 'invoice:numbering:lock');
  await redis.set('cron:nightly-reconcile:lock', '1', 'NX');

  await page.goto('/locks');
  const third = page.getByRole('row').filter({ hasText: 'invoice:numbering:lock' });
  await expect(third).toContainText(/node-redlock/);
  await expect(third).toContainText('Held');
  const plain = page.getByRole('row').filter({ hasText: 'cron:nightly-reconcile:lock' });
  await expect(plain).toContainText(/plain SETNX/i);
  await expect(plain).toContainText('At risk');
  await expect(plain).toContainText('no TTL');
  await expect(plain).toContainText('never');
  await expect(plain).toContainText('unknown');
});

test('a node-redlock lock is freed so that its library can take it again, and its late holder cannot free that', async ({
  page,
  redis,
}) => {
  const key = 'invoice:numbering:lock';
  const redlock = new Redlock([redis], { retryCount: 0 });
  const first = await redlock.acquire([key], 60_000);
  await page.goto('/locks');
  await page.getByRole('link', { name: key }).click();
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog');
  await releaseNow(dialog);
  await giveConsent(dialog); // its library may renew
  await dialog.getByLabel(/Reason/).fill('test');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill(key);
  await dialog.getByRole('button', { name: /^Force-release/ }).click();
  await expect(dialog).toContainText(/Released/);
  const second = await redlock.acquire([key], 60_000);
  const unlocked = await first.unlock().then(
    () => true,
    () => false,
  );
  expect(unlocked, 'the late holder freed a lock that is no longer its own').toBe(false);
  expect(await redis.get(key)).toBe(second.value);
});

/** One token in 64 happens to look like a UUID, and is then rightly shown as several candidates: not that one. */
async function acquireWithPlainToken(redis: Redis, key: string): Promise<void> {
  const redlock = new Redlock([redis], { retryCount: 0 });
  for (;;) {
    const lock = await redlock.acquire([key], 60_000);
    if (!/^.{12}[1-8].{3}[89ab]/.test(lock.value)) return;
    await lock.unlock();
  }
}
