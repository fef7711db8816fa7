import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import { call } from '../lib/api/http';
import type { FindingsAnswer } from '../lib/contract/findings';
import type { HoldersAnswer } from '../lib/contract/groups';
import type { Overview } from '../lib/contract/overview';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const LOCKS = 150;
const PAGES = [
  ...['/', '/locks', '/families', '/graph', '/timeline', '/holders', '/history', '/findings', '/insights'],
  ...['/nodes', '/audit'],
];

/** A holder of its own for each: one token on several keys is one row. */
async function holdLocks(redis: Redis): Promise<void> {
  const pipeline = redis.pipeline();
  for (let nth = 0; nth < LOCKS; nth++)
    pipeline.set(`order:${nth}:lock`, randomBytes(16).toString('hex'), 'PX', 600_000);
  await pipeline.exec();
}

/** Budget of a page's own scripts and those of the frame, gzip, bytes. */
const SCRIPT_BYTES = 194 * 1024;

test('the scripts that a page names for its first paint are at most 194 kB', { tag: '@long' }, async ({
  lockscope,
  redis,
}) => {
  await redis.set('order:1:lock', 'c41f'.repeat(8), 'PX', 600_000);
  const sizes = new Map<string, number>();
  async function sizeOf(path: string): Promise<number> {
    const known = sizes.get(path);
    if (known !== undefined) return known;
    const text = Buffer.from(await (await fetch(lockscope.url + path)).arrayBuffer());
    sizes.set(path, gzipSync(text).byteLength);
    return sizes.get(path) ?? 0;
  }
  const figures: Record<string, number> = {};
  const others = ['/possible', '/settings', '/requests', '/docs', '/docs/security'];
  for (const path of [...PAGES, ...others, '/locks/test.0/order:1:lock']) {
    const html = await (await fetch(lockscope.url + path)).text();
    const tags = html.match(/<script\b[^>]*>/g) ?? [];
    // Browsers of this decade leave out what is for those without modules.
    const named = tags.filter((tag) => !/nomodule/i.test(tag)).map((tag) => /src="([^"?]+)/.exec(tag)?.[1]);
    const scripts = new Set(named.flatMap((script) => script ?? []));
    let bytes = 0;
    for (const script of scripts) bytes += await sizeOf(script);
    figures[path] = Math.round(bytes / 1024);
    expect.soft(bytes, path).toBeLessThanOrEqual(SCRIPT_BYTES);
  }
  console.log('kB of scripts by the first paint, gzip:', figures);
});

/** What may move while a page is loaded, as Chrome counts it: only digits of an age or a figure that is aligned to the right. */
const LAYOUT_SHIFT = 0.001;

type Shift = { value: number; moved: string[] };

/** Notes every shift of a page, and what moved from where to where. */
function noteShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[]) {
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? `${node.tagName} ${node.getAttribute('class')}` : 'text';
        return `${name} "${node?.textContent?.slice(0, 40)}": ${placeOf(previousRect)} to ${placeOf(currentRect)}`;
      });
      // What became higher above it is no source of the shift: the panels as they are now tell which.
      const panels = [...document.querySelectorAll('main section')].map(
        (panel) => `${panel.textContent?.slice(0, 20)}: ${placeOf(panel.getBoundingClientRect())}`,
      );
      shifts.push({ value: entry.value, moved: [...moved, `now ${panels.join(' | ')}`] });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** One of each kind that changes the shape of a page: waited for, over several keys, without TTL, only possible. */
async function holdSome(redis: Redis): Promise<void> {
  const token = `${randomUUID()}:47`;
  const all = redis.multi().set('order:1:lock', 'c41f'.repeat(8), 'PX', 600_000);
  for (const key of ['booking:flight', 'booking:hotel']) all.hset(key, token, 1).pexpire(key, 600_000);
  all.rpush('redisson_lock_queue:{booking:flight}', `${randomUUID()}:7`, `${randomUUID()}:8`);
  await all.set('cron:lock', '1').set('door:7', randomUUID(), 'PX', 600_000).exec();
}

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('nothing moves while a page is loaded', { tag: '@long' }, async ({ page, redis }) => {
      await holdSome(redis);
      // What is found out later than a page is loaded moves it, and should.
      await expect
        .poll(async () => {
          const { findings, tally } = (await (
            await page.request.get('/api/findings')
          ).json()) as FindingsAnswer;
          const { coverage } = (await (await page.request.get('/api/overview')).json()) as Overview;
          const looked = Math.min(coverage.names, coverage.contents);
          return { looked, complete: tally.complete, codes: findings.map(({ code }) => code).sort() };
        })
        .toEqual({ looked: 1, complete: true, codes: ['identifies-nobody', 'no-persistence', 'no-ttl'] });
      await page.addInitScript(noteShifts);
      const figures: Record<string, number> = {};
      const { holders } = (await (await page.request.get('/api/holders')).json()) as HoldersAnswer;
      const holder = holders[0]?.ref ?? '';
      const more = ['/possible', '/locks?view=families', `/holders/${encodeURIComponent(holder)}`];
      const locks = ['order:1:lock', 'booking:flight', 'cron:lock'].map((key) => `/locks/test.0/${key}`);
      for (const path of [...PAGES, ...more, ...locks]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {}); // the live stream stays open
        const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
        figures[path] = shifts.reduce((sum, { value }) => sum + value, 0);
        const moved = shifts.flatMap(({ value, moved }) => moved.map((one) => `${value.toFixed(4)} ${one}`));
        expect.soft(figures[path], `${path}\n${moved.join('\n')}`).toBeLessThan(LAYOUT_SHIFT);
      }
      console.log('layout shift:', figures);
    });
  });
}

test('no page fetches another before a link to it is clicked', { tag: '@long' }, async ({ page, redis }) => {
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

test('of more than 100 locks only the rows in sight are drawn', { tag: '@long' }, async ({ page, redis }) => {
  await holdLocks(redis);
  await page.goto('/locks');
  await expect(page.getByText(new RegExp(`\\b${LOCKS}\\b`)).first()).toBeVisible();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(80);
});

test('answers of the API travel compressed, the live stream does not', { tag: '@long' }, async ({
  page,
  redis,
  lockscope,
}) => {
  await holdLocks(redis);
  await until('all are known', async () => {
    const { total } = await call('GET /api/locks', { base: lockscope.url });
    return total === LOCKS;
  });
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
