import type { Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import { giveConsent } from './support/consent';
import { expectNoViolations } from './support/no-violations';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'payout:batch:eu-central:2026-10-14';
const HOLDER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const SUCCESSOR = 'b21f7c02-95ab-4f3e-8a55-3f2f6f2b5a31:31';
const PATH = `/locks/test.0/${KEY}`;

const take = (redis: Redis, token: string) => redis.multi().hset(KEY, token, 1).pexpire(KEY, 600_000).exec();

/** Puts the lock in quarantine for this long from the dialog of its page. */
async function quarantine(page: Page, time: string): Promise<void> {
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Quarantine first/ }).check();
  await expect(dialog).toContainText('a token of yours has the lock: nobody can acquire it');
  await expect(dialog).toContainText('its renewal and its release fail before anyone else starts');
  await dialog.getByRole('textbox', { name: 'Time in quarantine' }).fill('6m');
  await expect(dialog).toContainText('from 1s to 5m');
  await expect(dialog.getByRole('button', { name: /^Quarantine/ })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: 'Time in quarantine' }).fill(time);
  await dialog.getByLabel(/Reason/).fill('hangs, may wake');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill(KEY);
  await giveConsent(dialog);
  await expectNoViolations(page, 'the choice of a quarantine');
  await dialog.getByRole('button', { name: /^Quarantine/ }).click();
  const done = page.getByRole('dialog', { name: 'In quarantine' });
  await expect(done).toContainText(/It is released at/);
  await done.getByRole('button', { name: 'Close', exact: true }).click();
}

test('a lock is put in quarantine, in which its holder fails, and is free for the next one after it', async ({
  page,
  redis,
}) => {
  await take(redis, HOLDER);
  await quarantine(page, '20s');
  const during = page.getByRole('region', { name: /^In quarantine: it is released at/ });
  await expect(during).toContainText('renewals and a release of its holder fail');
  await expect(page.getByRole('region', { name: 'Holder', exact: true })).toContainText('quarantine:');
  const [token = ''] = await redis.hkeys(KEY);
  expect(token).toMatch(/^lockscope_quarantine:redisson-lock:/);
  await expectNoViolations(page, 'a quarantine');

  await until('it is released', async () => (await redis.exists(KEY)) === 0);
  await take(redis, SUCCESSOR);
  const after = page.getByRole('region', { name: 'Released: b21f…:31 has the lock' });
  await expect(after).toContainText('Quarantine over');
  await expect(after).toContainText('has not come back so far');

  await page.goto('/audit');
  const rows = page.getByRole('row').filter({ hasText: KEY });
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('In quarantine');
  await expect(rows.first()).toContainText('Released');
});

test('a lock whose unlock compares nothing offers none', async ({ page, redis }) => {
  await redis.set('order:42:lock', '1', 'PX', 600_000);
  await page.goto('/locks/test.0/order:42:lock');
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const choice = page.getByRole('dialog').getByRole('radio', { name: /Quarantine first/ });
  await expect(choice).toBeDisabled();
  await expect(page.getByRole('dialog')).toContainText('Locks of this kind cannot be put in quarantine.');
});
