import { releaseNow } from './support/consent';
import { expect, test } from './support/test';

const HASH_OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const SUCCESSOR = 'b21f7c02-95ab-4f3e-8a55-3f2f6f2b5a31:31';

test('a holder that changed between dialog and click is refused, untouched and shown old beside new', async ({
  page,
  redis,
}) => {
  const key = 'stock:{wh-07}:lock';
  await redis.hset(key, HASH_OWNER, '1');
  await redis.pexpire(key, 60_000);

  await page.goto('/locks');
  await page.getByRole('link', { name: key }).click();
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  await releaseNow(dialog);
  await dialog.getByLabel(/Reason/).fill('holder is gone');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill(key);
  const confirm = dialog.getByRole('button', { name: /^Force-release/ });
  await expect(confirm).toBeEnabled();

  // The change falls between the click and the server's comparison: the dialog cannot have re-read it.
  await page.route('**/release', async (route) => {
    await redis.multi().del(key).hset(key, SUCCESSOR, '1').pexpire(key, 30_000).exec();
    await route.continue();
  });
  const response = page.waitForResponse('**/release');
  await confirm.click();
  expect((await response).status()).toBe(409);

  const refusal = page.getByRole('dialog', { name: 'Not released: the lock changed while you looked' });
  await expect(refusal).toContainText('You saw');
  await expect(refusal).toContainText(HASH_OWNER.slice(0, 4));
  await expect(refusal).toContainText(SUCCESSOR.slice(0, 4));
  await expect(refusal).toContainText('Nothing was touched');
  expect(await redis.hgetall(key)).toEqual({ [SUCCESSOR]: '1' });
  expect(await redis.pttl(key)).toBeGreaterThan(0);

  await page.goto('/audit');
  await expect(page.getByRole('row').filter({ hasText: key })).toContainText(/refused/i);
});

test('a holder that changes while the dialog is open is shown, and what was typed is cleared', async ({
  page,
  redis,
}) => {
  const key = 'stock:{wh-08}:lock';
  await redis.hset(key, HASH_OWNER, '1');
  await redis.pexpire(key, 60_000);
  await page.goto('/locks');
  await page.getByRole('link', { name: key }).click();
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Reason/).fill('holder is gone');
  await redis.multi().del(key).hset(key, SUCCESSOR, '1').pexpire(key, 30_000).exec();
  await expect(dialog).toContainText(SUCCESSOR.slice(0, 4));
  await expect(dialog).toContainText(/changed/i);
  expect(await redis.hgetall(key)).toEqual({ [SUCCESSOR]: '1' });
});
