import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/test';

const KEY = 'order:42:lock';

/** A page of another origin that has one frame of the whole window. */
async function servePageWithFrame(frame: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>A game</title><iframe src="${frame}" style="width:100%;height:90vh"></iframe>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, server };
}

test('a page of another origin can frame no page of the console, so it can release no lock', async ({
  page,
  redis,
  lockscope,
}) => {
  await redis.set(KEY, 'c41f'.repeat(8), 'PX', 600_000);
  for (const path of [`/locks/test.0/${encodeURIComponent(KEY)}`, '/locks', '/', '/audit', '/no-such-page']) {
    const { url, server } = await servePageWithFrame(`${lockscope.url}${path}`);
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(url);
    await refused;
    await expect(page.frameLocator('iframe').getByRole('button'), path).toHaveCount(0);
    server.close();
  }
  expect(await redis.exists(KEY)).toBe(1);
});
