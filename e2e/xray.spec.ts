import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { Redis } from 'ioredis';
import { expectNoViolations } from './support/no-violations';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'payout:batch:lock';
const PAGE = '/locks/test.0/payout:batch:lock';

const bin = fileURLToPath(new URL('../bin/lockscope.mjs', import.meta.url));
const run = promisify(execFile);

/** Clients of these names, each of which does its own again and again until they are stopped. */
function clients(
  url: string,
  works: Record<string, (redis: Redis) => Promise<unknown>>,
): () => Promise<void> {
  let goes = true;
  const going = Object.entries(works).map(async ([connectionName, work]) => {
    const redis = new Redis(url, { connectionName });
    redis.on('error', () => {});
    while (goes) {
      await work(redis).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    redis.disconnect();
  });
  return async () => {
    goes = false;
    await Promise.all(going);
  };
}

const busy = (url: string) =>
  clients(url, {
    'payout-worker-1': (redis) => redis.pexpire(KEY, 60_000),
    'payout-worker-2': (redis) => redis.set(KEY, 'b'.repeat(32), 'PX', 60_000, 'NX'),
    'billing-stranger': (redis) => redis.set('billing:secret', 'not-to-be-seen'),
  });

const nobodyListens = (redis: Redis) =>
  until('nobody listens', async () => !/ flags=O /.test(String(await redis.client('LIST'))));

async function open(page: Page, redis: Redis): Promise<void> {
  await redis.set(KEY, 'a'.repeat(32), 'PX', 600_000);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
}

test.describe('with the setting, as a user', () => {
  test.use({ target: { xray: true } });

  test('who tries and renews a lock is seen after two clicks, and nobody else is', async ({
    page,
    server,
    redis,
  }) => {
    const stop = busy(server.url);
    await open(page, redis);
    const panel = page.getByRole('region', { name: 'X-ray', exact: true });
    await panel.getByRole('button', { name: 'X-ray…' }).click();
    const form = page.getByRole('dialog', { name: 'X-ray of this lock' });
    await expect(form).toContainText('slows the server');
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoViolations(page, 'before');
    await form.getByRole('button', { name: '1 s' }).click();
    await form.getByRole('button', { name: 'Start' }).click();

    const done = page.getByRole('dialog', { name: '2 connections named this lock' });
    await expect(done.getByRole('row').filter({ hasText: 'payout-worker-1' })).toContainText('renewal');
    await expect(done.getByRole('row').filter({ hasText: 'payout-worker-2' })).toContainText(/tr(y|ies)/);
    await expect(done).toContainText('commands in all');
    await expect(done).not.toContainText('billing');
    await expectNoViolations(page, 'result');
    await done.getByRole('button', { name: 'Close' }).click();

    await expect(panel).toContainText('2 connections in 1 s');
    await panel.getByRole('button', { name: 'Show it' }).click();
    await expect(done).toBeVisible();
    await stop();
    await nobodyListens(redis);
    await page.goto('/audit');
    await expect(page.getByRole('row').filter({ hasText: KEY })).toContainText('Sampled');
  });
});

test.describe('with the setting', () => {
  test.use({ target: { xray: true } });

  test('one that is stopped ends on the server at once', async ({ page, redis }) => {
    await open(page, redis);
    await page.getByRole('button', { name: 'X-ray…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '5 s' }).click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await until('it listens', async () => / flags=O /.test(String(await redis.client('LIST'))));
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog).toContainText('Stopped. Nothing was kept.');
    await nobodyListens(redis);
  });

  test('axe finds nothing while it runs', { tag: '@long' }, async ({ page, redis }) => {
    await open(page, redis);
    await page.getByRole('button', { name: 'X-ray…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '5 s' }).click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expectNoViolations(page, 'while it runs');
  });
});

test.describe('from a terminal', () => {
  test.use({ target: { xray: true } });

  test('the same is told', async ({ lockscope, server, redis }) => {
    await redis.set(KEY, 'a'.repeat(32), 'PX', 600_000);
    const stop = busy(server.url);
    const env = { ...process.env, LOCKSCOPE_URL: lockscope.url };
    const { stdout } = await run(process.execPath, [bin, 'xray', 'test', KEY, '--seconds', '1'], {
      env,
      timeout: 30_000,
    });
    await stop();
    expect(stdout).toMatch(/payout-worker-1 +renews \d+/);
    expect(stdout).toMatch(/payout-worker-2 +tries \d+/);
    expect(stdout).toMatch(/listened for .* commands named it/);
    expect(stdout).not.toContain('billing');
    await nobodyListens(redis);
  });
});

test('without the setting the button stays in reach and says why it is off', async ({ page, redis }) => {
  await open(page, redis);
  const button = page.getByRole('button', { name: 'X-ray…' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/"xray": true in the configuration of test/);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNoViolations(page, 'off');
});

test.describe('without the right', () => {
  test.use({ target: { xray: true, username: 'viewer', password: 'secret' } });

  test.beforeEach(async ({ redis }) => {
    await redis.call('ACL', 'SETUSER', 'viewer', 'on', '>secret', '~*', '&*', '+@all', '-monitor');
  });

  test('the line that grants it is there to copy', async ({ redis, page }) => {
    await open(page, redis);
    await page.getByRole('button', { name: 'X-ray…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog.getByRole('alert')).toContainText('ACL SETUSER viewer +monitor +client|list');
    await expect(dialog.getByRole('button', { name: 'Copy command' })).toBeVisible();
    await expectNoViolations(page, 'denied');
  });
});
