import { giveConsent, releaseNow } from './support/consent';
import { startConsole } from './support/console';
import { NEWER_NODES, newerNode } from './support/newer-node';
import { expect, test } from './support/test';

const KEY = 'orders:lock';

for (const version of NEWER_NODES) {
  test(`the console runs on Node ${version}: a lock is seen live, and released`, { tag: '@long' }, async ({
    page,
    server,
    redis,
  }) => {
    const lockscope = await startConsole({ redisUrl: server.url, node: await newerNode(version) });
    try {
      await redis.set(KEY, 'a'.repeat(32), 'PX', 600_000);
      await page.goto(`${lockscope.url}/locks`);
      await page.getByRole('link', { name: KEY }).click();
      await page.getByRole('button', { name: 'Force-release…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
      await releaseNow(dialog);
      await giveConsent(dialog); // its library may renew
      await dialog.getByLabel(/Reason/).fill('runs on a newer Node');
      await dialog.getByRole('button', { name: /^Force-release/ }).click();
      await expect.poll(() => redis.exists(KEY)).toBe(0);
      const history = await page.request.get(`${lockscope.url}/api/history/status`);
      expect(await history.json()).toMatchObject({ problem: null });
    } finally {
      await lockscope.close();
    }
  });
}
