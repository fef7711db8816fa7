import { createServer } from 'node:net';
import { startConsole } from './support/console';
import { expect, test } from './support/test';

/** The address of what accepts connections and ends them: no Redis, and nobody else's either. */
async function nobody(use: (url: string) => Promise<void>) {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    await use(`redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A console on its own, closed when the test ends. */
async function consoleOn(targets: { name: string; url: string }[], use: (url: string) => Promise<void>) {
  const console = await startConsole({ targets });
  try {
    await use(console.url);
  } finally {
    await console.close();
  }
}

test('with no Redis that answers no page states what is not known', { tag: '@long' }, async ({ page }) => {
  await nobody((dead) =>
    consoleOn([{ name: 'main', url: dead }], async (url) => {
      const pill = page.getByRole('region', { name: 'Live updates' });
      for (const path of [
        '/',
        '/locks',
        '/locks?view=families',
        '/families',
        '/graph',
        '/holders',
        '/findings',
        '/nodes',
      ]) {
        await page.goto(`${url}${path}`);
        await expect(pill, path).toContainText('No data');
        await expect(pill, path).toContainText(/0 of 1 node/);
        await expect(page.getByRole('alert').first(), path).toContainText('so nothing is known');
        const text = page.locator('main');
        await expect(text, path).not.toContainText(
          /\bago\b|nobody waits|0 wait|is the last reading|0 locks/i,
        );
      }
      await page.goto(`${url}/graph`);
      await expect(page.getByText('Who waits for whom is unknown')).toBeVisible();
      await page.goto(`${url}/findings`);
      await expect(page.getByText(/has not answered since this console started/).first()).toBeVisible();
    }),
  );
});

test('a node that is silent among others stands in the live control, and no alarm is over the page', async ({
  page,
  server,
  redis,
}) => {
  await redis.set('orders:lock', 'a'.repeat(32), 'PX', 600_000);
  const targets = (dead: string) => [
    { name: 'main', url: server.url },
    { name: 'quorum', url: dead },
  ];
  await nobody((dead) =>
    consoleOn(targets(dead), async (url) => {
      await page.goto(`${url}/locks`);
      const pill = page.getByRole('region', { name: 'Live updates' });
      await expect(pill).toContainText(/1 of 2 nodes/);
      await expect(pill).toContainText('Live');
      await expect(page.getByRole('row').filter({ hasText: 'orders:lock' })).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
      await pill.getByRole('link').click();
      await expect(page).toHaveURL(/\/nodes/);
      await page.goto(`${url}/locks?target=quorum`);
      await expect(pill).toContainText('No data');
      await expect(page.getByRole('alert').first()).toContainText('so nothing is known');
    }),
  );
});
