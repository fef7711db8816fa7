import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';

const KEY = 'stock:{wh-07}:lock';

test('axe finds nothing on any page with locks, nor in the dialogs', { tag: '@long' }, async ({
  page,
  redis,
}) => {
  await redis.hset(KEY, '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', '2');
  await redis.pexpire(KEY, 600_000);
  await redis.set('cron:lock', '1');
  await redis.set('invoice:lock', 'c41f'.repeat(8), 'PX', 600_000);
  for (const path of [
    '/',
    '/locks',
    '/families',
    '/graph',
    '/history',
    '/findings',
    '/insights',
    '/nodes',
    '/audit',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/locks') await expect(page.getByRole('link', { name: KEY })).toBeVisible();
    await expectNoViolations(page, path);
  }
  await page.goto('/locks');
  await page.getByRole('link', { name: KEY }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
  await expectNoViolations(page, 'lock page');
  for (const name of ['Force-release…', 'Quarantine…', 'Extend…']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toContainText('Lease left');
    await expectNoViolations(page, `${name} dialog`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('axe finds nothing on empty, not-found and failing pages', { tag: '@long' }, async ({
  page,
  server,
  lockscope,
}) => {
  for (const path of [
    '/',
    '/locks',
    '/families',
    '/insights',
    '/graph',
    '/history',
    '/findings',
    '/nodes',
    '/audit',
    '/locks/test.0/no-such-key',
    '/no-such-page',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolations(page, `empty ${path}`);
  }
  await server.stop('SIGKILL');
  for (const path of ['/', '/locks', '/nodes', '/locks/test.0/no-such-key']) {
    await page.goto(`${lockscope.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolations(page, `Redis down ${path}`);
  }
});
