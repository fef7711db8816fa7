import { call } from '../lib/api/http';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'order:7:lock';
const TOKEN = 'c41f'.repeat(8);

test('pages that are loaded anew come with their data', async ({ page, redis, lockscope }) => {
  await redis.set(KEY, TOKEN, 'PX', 600_000);
  await until('it is known', async () => (await call('GET /api/locks', { base: lockscope.url })).total === 1);
  await page.route('**/api/**', (route) => route.abort()); // no question of the browser is answered
  const main = page.locator('main');
  const shown: [string, string | RegExp][] = [
    ['/', '1 lock is held on 1 node'],
    ['/locks', KEY],
    ['/locks?view=families', /order:.+:lock/],
    [`/locks/test.0/${KEY}`, 'Held'],
    ['/holders', TOKEN.slice(0, 8)],
    ['/nodes', '127.0.0.1'],
  ];
  for (const [path, text] of shown) {
    await page.goto(path);
    await expect(main, path).toContainText(text);
  }
});

test('what changes before the live stream is open is shown when it is', async ({
  page,
  redis,
  lockscope,
}) => {
  await redis.set(KEY, TOKEN, 'PX', 600_000);
  await until('it is known', async () => (await call('GET /api/locks', { base: lockscope.url })).total === 1);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/api/events**', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/locks');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(1);
  await redis.set('order:8:lock', TOKEN.toUpperCase(), 'PX', 600_000);
  await until('it is known', async () => (await call('GET /api/locks', { base: lockscope.url })).total === 2);
  open();
  await expect(rows).toHaveCount(2);
});
