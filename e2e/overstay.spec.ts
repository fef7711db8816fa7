import { randomUUID } from 'node:crypto';
import { call } from '../lib/api/http';
import { createMutex } from '../lib/locks';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'stock:1:lock';
const FAMILY = 'stock:*:lock';
const OTHERS = Array.from({ length: 120 }, (_, i) => `stock:${i + 100}:lock`);
/** Five renewals, and three times what the others took. */
const LIMIT_MS = 60_000;

test('a holder that renews on and on is no calm one: lock page, list, findings and dialog say so', async ({
  page,
  redis,
  lockscope,
}) => {
  const seen = async (count: number) =>
    (await call('GET /api/locks', { base: lockscope.url })).total === count;
  const all = redis.pipeline();
  for (const key of OTHERS) all.set(key, randomUUID(), 'PX', 600_000);
  await all.exec();
  await until('the others are held', () => seen(OTHERS.length));
  await redis.del(...OTHERS);
  const fromMs = Date.now() - 3_600_000;
  await until('history knows how long', async () => {
    const query = { target: 'test', family: FAMILY, from: fromMs, to: Date.now() + 10_000 };
    const { total } = await call('GET /api/history/series', { base: lockscope.url, query });
    return (total.hold?.count ?? 0) >= OTHERS.length;
  });

  const client = createMutex({ redis, leaseMs: 3_000 });
  try {
    await client.acquire(KEY, { waitMs: 0 });
    await page.goto(`/locks/test.0/${KEY}`);
    const heading = page.getByRole('heading', {
      name: 'The holder renews and holds it far past the usual time',
    });
    await expect(heading).toBeVisible({ timeout: LIMIT_MS });
    const evidence =
      /Held for .* or more, .* × the .* that 99 of 100 holds of its family did not exceed \(120 holds in/;
    await expect(page.getByText(evidence)).toBeVisible();
    const card = page.getByRole('region', { name: 'Holder', exact: true });
    await expect(card.getByRole('region', { name: 'ALIVE' })).toContainText(
      'The holder renews, far past the usual hold',
    );

    await page.getByRole('button', { name: 'Force-release…' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('region', { name: 'ALIVE' })).toContainText(
      'The holder renews, far past the usual hold',
    );
    await expect(dialog).toContainText('The holder is proven alive');
    await expect(dialog.getByLabel('Type the key to confirm')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto('/locks?q=verdict:overstaying');
    const row = page.getByRole('row').filter({ hasText: KEY });
    await expect(row).toContainText('Alive, and holding it far past the usual time');
    await expect(row).toContainText(/At risk.*overstaying for/);

    await page.goto('/findings');
    const found = page.getByRole('table', { name: 'Overstaying holders: 1 lock' });
    await expect(found).toContainText(KEY);
    await expect(found).toContainText(evidence);
  } finally {
    await client.close();
  }
});
