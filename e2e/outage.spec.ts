import { expect, test } from './support/test';

/** What a busy machine may add; the collector is held to its 3 s by lib/collector/truth. */
const LATE_MS = 1_000;

test('a Redis that stops makes rows say so within 3 s, and they come back by themselves', async ({
  page,
  server,
  redis,
  lockscope,
}) => {
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(error.message));
  await redis.set('orders:lock', 'a'.repeat(32), 'PX', 600_000);
  await page.goto('/locks');
  const row = page.getByRole('row').filter({ hasText: 'orders:lock' });
  await expect(row).toContainText('Held');

  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const stoppedAt = Date.now();
    if (signal === 'SIGKILL') await server.stop('SIGKILL');
    else server.freeze();
    await expect(row, `${signal}: the row stays and says so`).toContainText('Unknown', { timeout: 5_000 });
    expect(Date.now() - stoppedAt, `${signal}: ms until the row said so`).toBeLessThanOrEqual(
      3_000 + LATE_MS,
    );
    await expect(row).toContainText(/silent/);
    expect((await fetch(`${lockscope.url}/healthz`)).status).toBe(200);

    if (signal === 'SIGKILL') {
      await server.start();
      await redis.set('orders:lock', 'b'.repeat(32), 'PX', 600_000);
    } else server.thaw();
    await expect(row, `${signal}: it comes back`).toContainText('Held', { timeout: 15_000 });
  }
  expect(crashes).toEqual([]);
});

test('a console that goes away is said to be disconnected, and its page recovers', async ({
  page,
  redis,
  lockscope,
}) => {
  await redis.set('orders:lock', 'a'.repeat(32), 'PX', 600_000);
  await page.goto('/locks');
  await expect(page.getByRole('row').filter({ hasText: 'orders:lock' })).toBeVisible();
  await page.context().setOffline(true);
  process.kill(lockscope.pid, 'SIGSTOP');
  await expect(page.getByText(/^(Stale|Disconnected)/).first()).toBeVisible({ timeout: 60_000 });
  process.kill(lockscope.pid, 'SIGCONT');
  await page.context().setOffline(false);
  await expect(page.getByText(/^Live/).first()).toBeVisible({ timeout: 30_000 });
});
