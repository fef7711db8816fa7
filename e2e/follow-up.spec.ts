import type { Locator, Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import { giveConsent, releaseNow } from './support/consent';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';

const KEY = 'payout:batch:eu-central:2026-10-14';
const HOLDER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const SUCCESSOR = 'b21f7c02-95ab-4f3e-8a55-3f2f6f2b5a31:31';
const LEASE_MS = 600_000;
/** Until a page whose console is silent says so. */
const SILENT = { timeout: 60_000 };

const take = (redis: Redis, token: string) =>
  redis.multi().del(KEY).hset(KEY, token, 1).pexpire(KEY, LEASE_MS).exec();

/** Opens the dialog on the page of the lock, confirms, and closes it on its result. */
async function act(page: Page, open: 'Force-release…' | 'Extend…'): Promise<void> {
  await page.goto(`/locks/test.0/${KEY}`);
  await page.getByRole('button', { name: open }).first().click();
  const dialog = page.getByRole('dialog');
  if (open === 'Force-release…') await releaseNow(dialog);
  await dialog.getByLabel(/Reason/).fill('worker was OOM-killed');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill(KEY);
  await giveConsent(dialog);
  await dialog
    .getByRole('button', { name: open === 'Extend…' ? 'Extend' : /^Force-release/, exact: true })
    .click();
  const done = page.getByRole('dialog', { name: open === 'Extend…' ? 'Extended' : 'Released' });
  await expect(done).toBeVisible();
  await expect(cardOf(page), 'the outcome is there once').toHaveCount(0);
  await done.getByRole('button', { name: 'Close', exact: true }).click();
}

const cardOf = (page: Page, name: string | RegExp = /^(Released|Extended)/): Locator =>
  page.getByRole('region', { name });

test('a release stays on the page of the lock until it is dismissed, and says who has the lock since', async ({
  page,
  redis,
}) => {
  await take(redis, HOLDER);
  await act(page, 'Force-release…');
  await expect(
    cardOf(page, 'Released: the lock is free').or(cardOf(page, /^Released: watching/)),
  ).toBeVisible();
  await take(redis, SUCCESSOR);
  const card = cardOf(page, 'Released: b21f…:31 has the lock');
  await expect(card).toContainText(/Released on 127\.0\.0\.1/);
  await expect(card).toContainText('b21f…:31 acquired');
  await expect(card).toContainText('has not come back so far');
  await expect(card).toContainText('Reason: worker was OOM-killed');
  await expect(page.getByRole('region', { name: 'Holder', exact: true })).toContainText(SUCCESSOR);
  await expectNoViolations(page, 'after a release');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await card.getByRole('button', { name: 'Copy for chat' }).click();
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(`Key: ${KEY} (test, db 0)`);
  expect(text).toMatch(/^Audit \d+: http.*\/audit#audit-\d+$/m);

  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect(cardOf(page)).toHaveCount(0);
});

test('an old holder that creates the key again is red on the page', async ({ page, redis }) => {
  await take(redis, HOLDER);
  await act(page, 'Force-release…');
  await expect(cardOf(page)).toBeVisible();
  await take(redis, HOLDER);
  const card = cardOf(page, 'Released, and the old holder has the lock again');
  await expect(card).toContainText(/The old holder 8d3c…:47 has the lock again, .* after the release/);
  await expectNoViolations(page, 'the old holder is back');
});

test('a page that loses the console after a release says so, and never that all is well', async ({
  page,
  context,
  redis,
  lockscope,
}) => {
  await take(redis, HOLDER);
  await act(page, 'Force-release…');
  await expect(cardOf(page)).toContainText('has not come back so far');
  await context.setOffline(true);
  process.kill(lockscope.pid, 'SIGSTOP');
  const card = cardOf(page, 'Released; how the lock stands now is unknown');
  await expect(card).toBeVisible(SILENT);
  await expect(card).toContainText('Unknown after 60 s');
  await expect(card).not.toContainText(/Healthy|not come back/);
  process.kill(lockscope.pid, 'SIGCONT');
  await context.setOffline(false);
  await expect(card).toBeHidden(SILENT);
  await expect(cardOf(page), 'that it was unknown stays').toContainText('Unknown after 60 s');
});

test('an extension that a watchdog undoes is no longer said to stand', async ({ page, redis }) => {
  await take(redis, HOLDER);
  await redis.pexpire(KEY, 60_000);
  await act(page, 'Extend…');
  await expect(cardOf(page, /^Extended: the lease runs until/)).toBeVisible();
  await redis.pexpire(KEY, 20_000);
  await expect(cardOf(page, /^Extended, and the lease was set back since/)).toContainText(
    /The lease was set back .* after the extension/,
  );
});

test('a minute after a release the lock is said to be healthy', { tag: '@long' }, async ({ page, redis }) => {
  await take(redis, HOLDER);
  await act(page, 'Force-release…');
  await take(redis, SUCCESSOR);
  await expect(cardOf(page, 'Released: b21f…:31 has the lock, still held after 60 s')).toContainText(
    'has not come back: it did not create the key again within 1 m',
    { timeout: 90_000 },
  );
});
