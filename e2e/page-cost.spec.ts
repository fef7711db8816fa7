import { expect, test } from './support/test';

const LOCKS = 150;
const PAGES = ['/', '/locks', '/graph', '/timeline', '/holders', '/findings', '/nodes', '/history', '/audit'];

test('no page fetches another before a link to it is clicked', async ({ page, redis }) => {
  test.setTimeout(120_000);
  for (let nth = 0; nth < 20; nth++) await redis.set(`order:${nth}:lock`, 'c41f'.repeat(8), 'PX', 600_000);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/[?&]_rsc=/.test(request.url())) fetched.push(`${new URL(page.url()).pathname}: ${request.url()}`);
  });
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: /Audit/ }).first().hover();
  }
  expect(fetched).toEqual([]);
});

test('of more than 100 locks only the rows in sight are drawn', async ({ page, redis }) => {
  const pipeline = redis.pipeline();
  for (let nth = 0; nth < LOCKS; nth++) pipeline.set(`order:${nth}:lock`, 'c41f'.repeat(8), 'PX', 600_000);
  await pipeline.exec();
  await page.goto('/locks');
  await expect(page.getByText(new RegExp(`\\b${LOCKS}\\b`)).first()).toBeVisible();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(80);
});

test('answers of the API travel compressed, the live stream does not', async ({ page, redis, lockscope }) => {
  const pipeline = redis.pipeline();
  for (let nth = 0; nth < LOCKS; nth++) pipeline.set(`order:${nth}:lock`, 'c41f'.repeat(8), 'PX', 600_000);
  await pipeline.exec();
  const list = page.waitForResponse((response) => response.url().includes('/api/locks?'));
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'));
  await page.goto('/locks');
  expect((await list).headers()['content-encoding']).toMatch(/^(?:br|gzip)$/);
  expect((await stream).headers()['content-encoding']).toBeUndefined();
  const size = async (encoding: string) => {
    const answer = await fetch(`${lockscope.url}/api/locks?limit=200`, {
      headers: { 'accept-encoding': encoding },
    });
    return { encoding: answer.headers.get('content-encoding'), json: await answer.json() };
  };
  const [plain, packed] = [await size('identity'), await size('br')];
  expect([plain.encoding, packed.encoding]).toEqual([null, 'br']);
  expect(packed.json.total).toBe(plain.json.total);
});
