import type { Page } from '@playwright/test';
import type { ActionResult } from '../lib/contract/actions';
import { CONSENT, giveConsent } from './support/consent';
import type { RedisServer } from './support/redis-server';
import { expect, test } from './support/test';
import { startWorker, type Worker } from './support/worker';

/** Well below the lease that a waiter would else wait for, and room enough on a busy machine. */
const WOKEN_WITHIN_MS = 5_000;
/** Longer than any test, however busy the machine: a lock that expired meanwhile is rightly not released. */
const LEASE_MS = 600_000;
const KEY = 'payout:batch:eu-central:2026-10-14';

/** A crashed holder, SIGKILLed with the lock in its hands, and one client that waits. */
async function crashWithWaiter(server: RedisServer): Promise<{ waiter: Worker; holderToken: string }> {
  const holder = startWorker('hold-reentrant', {
    url: server.url,
    key: KEY,
    'hold-count': 2,
    'lease-ms': LEASE_MS,
  });
  const { token = '' } = await holder.event('held');
  const waiter = startWorker('wait-reentrant', { url: server.url, key: KEY });
  await waiter.event('waiting');
  await holder.kill('SIGKILL');
  return { waiter, holderToken: token };
}

/** The reply of the release the page is about to send. */
async function released(page: Page): Promise<ActionResult> {
  const response = await page.waitForResponse(
    (r) => r.url().endsWith('/release') && r.request().method() === 'POST',
  );
  expect(response.status()).toBe(200);
  return (await response.json()) as ActionResult;
}

async function expectWaiterTookOver(
  page: Page,
  waiter: Worker,
  result: ActionResult,
  holderToken: string,
): Promise<void> {
  const held = await waiter.event('held');
  expect(held.atMs - result.atMs, 'woken, and not at the end of a lease').toBeLessThan(WOKEN_WITHIN_MS);
  expect(result.woken).toBe(1);
  expect(held.token).not.toBe(holderToken);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/acquired after/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Holder', exact: true })).toContainText(held.token ?? '');
  const card = page.getByRole('region', { name: /^Released: .* has the lock$/ });
  await expect(card, 'it stays on the page').toContainText('Woke 1 waiting client');
  await expect(card.getByRole('link', { name: /^Audit/ })).toHaveAttribute(
    'href',
    `/audit#audit-${result.auditId}`,
  );
}

test('an on-call engineer frees the lock of a crashed holder and the waiter takes it at once', async ({
  page,
  server,
}) => {
  const { waiter, holderToken } = await crashWithWaiter(server);

  await page.goto('/locks');
  const row = page.getByRole('row').filter({ hasText: KEY });
  await expect(row).toContainText('Contended');
  await row.getByRole('link', { name: KEY }).click();

  await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
  const holder = page.getByRole('region', { name: 'Holder', exact: true });
  await expect(holder).toContainText(holderToken);
  await expect(holder.getByText('Hold count').locator('..')).toContainText('2');
  await expect(page.getByTestId('countdown')).toHaveText(/^\d+\sm(\s\d+\ss)?$/);

  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByLabel(/Reason/).fill('worker was OOM-killed');
  const typed = dialog.getByLabel('Type the key to confirm');
  await typed.fill(KEY);
  await typed.press('Enter');
  await expect(dialog, 'Enter never confirms').toBeVisible();
  await giveConsent(dialog);
  const reply = released(page);
  await dialog.getByRole('button', { name: /^Force-release/ }).click();
  await expectWaiterTookOver(page, waiter, await reply, holderToken);

  await page.goto('/audit');
  const entry = page.getByRole('row').filter({ hasText: KEY });
  await expect(entry).toContainText('worker was OOM-killed');
  await expect(entry).toContainText(/released/i);
});

test('the same with the keyboard alone', async ({ page, server }) => {
  const { waiter, holderToken } = await crashWithWaiter(server);

  await page.goto('/');
  await expect(page.getByRole('link', { name: KEY }).first()).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/locks/);
  await expect(page.getByRole('row').filter({ hasText: KEY })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);

  await tabTo(page, 'Force-release…');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Killed a moment ago, it looks alive to whoever goes by its last heartbeat.
  const consent = dialog.getByRole('checkbox', { name: CONSENT });
  if (await consent.isVisible()) {
    await tabUntil(page, 'the consent', () => consent.evaluate((box) => box === document.activeElement));
    await page.keyboard.press('Space');
  }
  await tabToField(page, /Reason/);
  await page.keyboard.type('killed');
  await tabToField(page, /Type the key/);
  await page.keyboard.type(KEY);
  await tabTo(page, /^Force-release(?!…)/);
  const reply = released(page);
  await page.keyboard.press('Enter');
  await expectWaiterTookOver(page, waiter, await reply, holderToken);
});

/** Presses Tab until the button of that exact name, or of one that fits, has focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  await expect(wanted).toBeEnabled();
  await tabUntil(page, String(name), () => wanted.evaluate((element) => element === document.activeElement));
}

async function tabToField(page: Page, label: RegExp): Promise<void> {
  const wanted = page.getByLabel(label);
  await tabUntil(page, String(label), () => wanted.evaluate((element) => element === document.activeElement));
}

async function tabUntil(page: Page, what: string, reached: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await reached()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${what}`);
}
