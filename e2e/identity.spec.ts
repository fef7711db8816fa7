import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import { formatMutexToken } from '../lib/domain/keys/mutex-token';
import { formatProcessRecord, processKeyOf } from '../lib/domain/keys/process-record';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';

const KEEP_MS = 3_600_000;
const HOST = 'payouts-7f9c6d-x2lqp';

/** What a holder of ours leaves in Redis when its last heartbeat is this old. */
async function beat(redis: Redis, id: string, ageMs = 0): Promise<void> {
  const who = { id, app: 'payouts', label: 'eu-1', host: HOST, pid: 4711, startMs: Date.now() - 7_200_000 };
  const text = formatProcessRecord({ ...who, beatMs: 10_000, keepMs: KEEP_MS });
  await redis.set(processKeyOf(id), text, 'PX', KEEP_MS - ageMs);
}

async function hold(redis: Redis, key: string, id: string): Promise<void> {
  await redis.multi().hset(key, `${id}:47`, 1).pexpire(key, 1_200_000).exec();
}

async function open(page: Page, key: string): Promise<Locator> {
  await page.goto(`/locks?q=${encodeURIComponent(`"${key}"`)}`);
  await page.getByRole('link', { name: key, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(key);
  return page.getByRole('region', { name: 'Holder', exact: true });
}

/** The block in the holder's panel, or in the dialog, that says whether it lives. */
const verdictIn = (place: Locator, word: string) => place.getByRole('region', { name: word, exact: true });

test('whoever holds a lock is shown as a person would name it, wherever the lock is shown', async ({
  page,
  redis,
}) => {
  const id = randomUUID();
  await beat(redis, id);
  await hold(redis, 'payout:batch', id);
  const token = formatMutexToken({ processId: id, number: 3, pid: 4711, host: HOST });
  await redis.set('invoice:42', token, 'PX', 1_200_000);

  await page.goto('/locks');
  const row = page.getByRole('row').filter({ hasText: 'payout:batch' });
  await expect(row).toContainText(`payouts (eu-1) · ${HOST}:4711`);
  await expect(row).toContainText('Proven alive');

  const card = await open(page, 'invoice:42');
  await expect(verdictIn(card, 'ALIVE')).toContainText(/is running: last heartbeat \d.* ago/);
  await expect(card).toContainText('payouts (eu-1)');
  await expect(card).toContainText(`${HOST} · pid 4711`);
  await expect(card).toContainText(token);
  await expect(card.getByRole('link', { name: 'payout:batch' })).toBeVisible();

  for (const text of [id, `${HOST}:4711`]) {
    await page.keyboard.press('/');
    await page.getByPlaceholder('Key, holder, host or token').fill(text);
    const locks = page.getByRole('group', { name: 'Locks', exact: true }).getByRole('option');
    for (const key of ['payout:batch', 'invoice:42'])
      await expect(locks.filter({ hasText: key })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('a holder is alive while it beats, gone when it stops, and alive again when it was only paused', async ({
  page,
  redis,
}) => {
  const id = randomUUID();
  const key = 'payout:batch';
  await beat(redis, id);
  await hold(redis, key, id);
  const card = await open(page, key);
  const verdict = page.getByRole('region', { name: 'Held, and the holder lives' });
  await expect(verdict).toContainText('Its process lives: last heartbeat');
  await expect(verdictIn(card, 'ALIVE')).toContainText(/is running: last heartbeat \d.* ago/);

  await beat(redis, id, 45_000);
  await expect(page.getByRole('heading', { name: 'The holder is gone, or paused' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText(/No heartbeat for .* gone, or paused, which looks the same/)).toBeVisible();
  await expect(verdictIn(card, 'GONE')).toContainText(/silent for \d+\ss: it is gone, or paused/);
  await expect(card).toContainText('payouts (eu-1)');
  await expect(page.getByText(/No sign of life from payouts/)).toBeVisible();

  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(verdictIn(dialog, 'GONE')).toContainText(/silent for \d+\ss: it is gone, or paused/);
  await expect(dialog.getByRole('button', { name: 'Force-release', exact: true })).toBeVisible();
  await expect(dialog).toContainText('If the holder was only paused, it works on when it wakes');
  await beat(redis, id);
  await expect(verdictIn(dialog, 'ALIVE'), 'the dialog reads the heartbeat every second').toContainText(
    'Its process is running: last heartbeat',
    { timeout: 4_000 },
  );
  await expect(dialog).toContainText('The holder is proven alive');
  const button = dialog.getByRole('button', { name: 'Force-release although the holder is alive' });
  await dialog.getByLabel('Type the key to confirm').fill(key);
  await dialog.getByLabel(/Reason/).fill('two of them, and one has to go');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog).toContainText('Consent is missing');
  await expectNoViolations(page, 'release of a holder that is alive');
  await dialog.getByRole('checkbox', { name: 'I accept that two may work at once.' }).click();
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Held, and the holder lives' })).toBeVisible();

  await page.goto('/');
  await expect(page.getByText('1 holder gone')).toBeHidden();
});

test('the overview names the lock whose holder is gone', async ({ page, redis }) => {
  const id = randomUUID();
  await beat(redis, id, 60_000);
  await hold(redis, 'payout:batch', id);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 lock needs you now');
  await expect(page.getByText('payout:batch is held by a process that is gone')).toBeVisible();
  await expect(page.getByText('1 holder gone').first()).toBeVisible();
  const [row] = await page.getByRole('row').filter({ hasText: 'payout:batch' }).all();
  await expect(row ?? page.locator('none')).toContainText(/holder gone \d/);
});

test('a holder without a heartbeat stays unknown, and records of processes are no locks', async ({
  page,
  redis,
}) => {
  await hold(redis, 'order:7', randomUUID());
  const lonely = randomUUID();
  await beat(redis, lonely, 60_000);
  const card = await open(page, 'order:7');
  await expect(verdictIn(card, 'CANNOT BE KNOWN')).toContainText(
    'Nothing in Redis shows whether the holder lives',
  );
  await expect(card).toContainText('none: most clients write none');
  await page.goto('/locks');
  await expect(page.getByRole('row').filter({ hasText: 'order:7' })).toBeVisible();
  await expect(page.getByText('showing 1 of 1')).toBeVisible();
});
