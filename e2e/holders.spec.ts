import { Redis } from 'ioredis';
import type { ActionResult } from '../lib/contract/actions';
import type { AuditAnswer } from '../lib/contract/audit';
import type { Lease } from '../lib/locks';
import { createReadWrite, type ReadWrite } from '../lib/locks';
import { giveConsent } from './support/consent';
import { expectNoViolations } from './support/no-violations';
import type { RedisServer } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'report:{eu-central}:config';

type Readers = { leases: Lease[]; close(): Promise<void> };

/** So many readers of one lock, each a client of its own, which its watchdog keeps. */
async function readers(server: RedisServer, count: number): Promise<Readers> {
  const clients: { redis: Redis; lock: ReadWrite }[] = [];
  const leases: Lease[] = [];
  for (let i = 0; i < count; i++) {
    const redis = new Redis(server.url);
    const lock = createReadWrite({ redis });
    clients.push({ redis, lock });
    const lease = await lock.read.tryAcquire(KEY);
    if (!lease) throw new Error('a reader is kept out');
    leases.push(lease);
  }
  return {
    leases,
    close: async () => {
      for (const { redis, lock } of clients) {
        await lock.close();
        redis.disconnect();
      }
    },
  };
}

test('one of three readers is released, the others stay, and the page says who they are', async ({
  page,
  server,
  redis,
  lockscope,
}) => {
  const { leases, close } = await readers(server, 3);
  try {
    await page.goto('/locks?q=kind:read-write');
    const row = page.getByRole('row').filter({ hasText: KEY });
    await expect(row).toContainText('3 readers');
    await row.getByRole('link', { name: KEY }).click();

    const holders = page.getByRole('region', { name: 'Holders', exact: true });
    await expect(holders.getByRole('listitem')).toHaveCount(3);
    const [, chosen] = leases;
    const token = chosen?.token ?? '';
    const item = holders.getByRole('listitem').filter({ hasText: token });
    await item.getByRole('button', { name: /^Release…/ }).click();

    const dialog = page.getByRole('dialog', { name: 'Force-release this holder?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog).toContainText('reads, beside others');
    await expect(dialog).toContainText('2 others hold on');
    await expect(dialog.getByText('Fencing token'), 'the dialog is about the chosen holder').toBeVisible();
    await expect(dialog.getByTitle(token, { exact: true })).toBeVisible();
    await page.waitForResponse((r) => r.url().endsWith('/preview'));
    await expect(
      dialog.getByTitle(token, { exact: true }),
      'read again, it is still about the same',
    ).toBeVisible();

    await dialog.getByLabel(/Reason/).fill('its report is wrong');
    const typed = dialog.getByLabel('Type the key to confirm');
    if (await typed.isVisible()) await typed.fill(KEY);
    await giveConsent(dialog);
    const reply = page.waitForResponse((r) => r.url().endsWith('/release'));
    await dialog.getByRole('button', { name: /^Force-release/ }).click();
    const result = (await (await reply).json()) as ActionResult;
    expect(result).toMatchObject({ outcome: 'released', woken: 0 });

    const done = page.getByRole('dialog', { name: 'Released' });
    await expect(done).toContainText('Still held by 2 others');
    await done.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(holders.getByRole('listitem')).toHaveCount(2);
    await expect(holders).not.toContainText(token);
    await expect(holders).toContainText('2 readers');
    const fields = Object.keys(await redis.hgetall(KEY));
    expect(fields.sort()).toEqual(['mode', leases[0]?.token, leases[2]?.token].sort());

    const audit = (await (await fetch(`${lockscope.url}/api/audit`)).json()) as AuditAnswer;
    expect(audit.entries[0]).toMatchObject({ outcome: 'released', reason: 'its report is wrong' });
    const pid = String(process.pid);
    expect(`${audit.entries[0]?.holder}`, 'the audit names a holder of this process').toContain(
      audit.entries[0]?.holder === token ? token : pid,
    );
  } finally {
    await close();
  }
});

test('a reader that left while the dialog was open is not taken for another', async ({
  page,
  server,
  redis,
}) => {
  const { leases, close } = await readers(server, 2);
  try {
    await page.goto('/locks');
    await page.getByRole('link', { name: KEY }).click();
    const holders = page.getByRole('region', { name: 'Holders', exact: true });
    const [, chosen] = leases;
    const item = holders.getByRole('listitem').filter({ hasText: chosen?.token ?? '?' });
    await item.getByRole('button', { name: /^Release…/ }).click();
    await expect(page.getByRole('dialog')).toContainText('1 other holds on');
    await chosen?.release();
    const left = page.getByRole('dialog', { name: 'This holder has the lock no more' });
    await expect(left).toContainText('nothing was touched');
    await left.getByRole('button', { name: 'Close', exact: true }).click();
    expect(Object.keys(await redis.hgetall(KEY)).sort()).toEqual(['mode', leases[0]?.token].sort());
    await expect(page.getByRole('region', { name: 'Holder', exact: true })).toContainText(
      leases[0]?.token ?? '?',
    );
  } finally {
    await close();
  }
});

test('by the keyboard alone the second of two readers is reached, and the dialog is hers', async ({
  page,
  server,
}) => {
  const { leases, close } = await readers(server, 2);
  try {
    await page.goto('/locks');
    await page.getByRole('link', { name: KEY }).click();
    const holders = page.getByRole('region', { name: 'Holders', exact: true });
    const second = holders.getByRole('listitem').nth(1);
    const button = second.getByRole('button', { name: /^Extend…/ });
    await expect(button).toBeEnabled();
    const shown = await second.locator('bdi.mono').getAttribute('title');
    expect(leases.map(({ token }) => token)).toContain(shown);
    for (let presses = 0; presses < 80; presses++) {
      if (await button.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Extend the lease of this holder?' });
    await expect(dialog.getByTitle(shown ?? '?', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  } finally {
    await close();
  }
});

test('axe finds nothing where several hold a lock, or nobody does, nor in the dialog', {
  tag: '@long',
}, async ({ page, server, redis }) => {
  const { close } = await readers(server, 2);
  try {
    const past = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47'; // a reader whose hold keys are gone
    await redis.hset(KEY, past, '1');
    await redis.set('build:countDownLatch', '2');
    await page.goto('/locks');
    await page.getByRole('link', { name: KEY }).click();
    const holders = page.getByRole('region', { name: 'Holders', exact: true });
    await expect(holders.getByRole('listitem').filter({ hasText: past })).toContainText('lease over');
    await expectNoViolations(page, 'three holders');
    await holders
      .getByRole('button', { name: /^Release…/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toContainText('Lease left');
    await expectNoViolations(page, 'dialog');
    await page.goto('/possible'); // a number that never expires: its name alone says latch
    await page.getByRole('link', { name: 'build:countDownLatch' }).click();
    await expect(page.getByRole('region', { name: 'Holders', exact: true })).toContainText('2 counts left');
    await expect(page.getByRole('button', { name: /^(Force-release|Release)/ })).toHaveCount(0);
    await expectNoViolations(page, 'a latch');
  } finally {
    await close();
  }
});
