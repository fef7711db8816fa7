import type { Page } from '@playwright/test';
import { Redis } from 'ioredis';
import { startConsole } from './support/console';
import { startRedisServer } from './support/redis-server';
import { expect, test } from './support/test';

/** What a tab's badges and the page's own heading said together. */
type Sample = { badge: number; page: number };

/** Looks at tab and page after every change of the document, from inside it: no message comes in between. */
async function watchCounts(page: Page, tab: string, words: string): Promise<() => Promise<Sample[]>> {
  await page.evaluate(
    ([tab, words]) => {
      const samples: Sample[] = [];
      const read = () => {
        const text = document.querySelector('main')?.innerText ?? '';
        const shown = new RegExp(words).exec(text);
        const link = [...document.querySelectorAll('nav a')].find((each) =>
          each.textContent?.startsWith(tab),
        );
        if (!shown || !link) return;
        // Words for screen readers repeat the figure.
        const own = link.cloneNode(true) as HTMLElement;
        for (const hidden of own.querySelectorAll('.sr-only')) hidden.remove();
        const figures = [...own.querySelectorAll('span')].filter((each) => each.children.length === 0);
        const badge = figures.reduce((sum, each) => sum + Number(each.textContent), 0);
        const sample = { badge, page: Number(shown[1] ?? 0) || 0 };
        const last = samples.at(-1);
        if (last?.badge !== sample.badge || last.page !== sample.page) samples.push(sample);
      };
      const main = document.querySelector('body') as HTMLElement;
      new MutationObserver(read).observe(main, { subtree: true, childList: true, characterData: true });
      read();
      Object.assign(window, { samples });
    },
    [tab, words] as const,
  );
  return () => page.evaluate(() => (window as unknown as { samples: Sample[] }).samples);
}

/** Keys without TTL come and go, so that locks and findings never stand still. Returns what ends it. */
function churn(redis: Redis): () => Promise<void> {
  let going = true;
  const run = (async () => {
    for (let nth = 0; going; nth++) {
      await redis.set(`order:${nth}:lock`, 'c41f'.repeat(8));
      if (nth % 3 === 2) await redis.del(`order:${nth - 2}:lock`, `order:${nth - 1}:lock`);
      if (nth % 40 === 39) await redis.flushdb();
      await new Promise((resolve) => setTimeout(resolve, 60)); // the pace of the churn, waits for nothing
    }
  })();
  return async () => {
    going = false;
    await run;
  };
}

const PAGES = [
  { path: '/findings', tab: 'Findings', words: 'Findings\\s+(?:(\\d+)|none) open' },
  { path: '/', tab: 'Findings', words: 'Findings\\s+(?:(\\d+)|none) open' },
  { path: '/locks', tab: 'Locks', words: 'showing \\d+ of (\\d+)' },
  { path: '/nodes', tab: 'Nodes', words: '\\d+ of (\\d+) well' },
] as const;

test('a tab counts what the page counts while locks, findings and servers come and go', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const [first, second] = await Promise.all([startRedisServer(), startRedisServer()]);
  const console = await startConsole({
    targets: [
      { name: 'first', url: first.url },
      { name: 'second', url: second.url },
    ],
  });
  const redis = new Redis(first.url);
  const other = new Redis(second.url);
  other.on('error', () => {}); // it is stopped below
  for (let nth = 0; nth < 5; nth++) await other.set(`job:${nth}:lock`, 'a17c'.repeat(8));
  const stop = churn(redis);
  try {
    for (const { path, tab, words } of PAGES) {
      await page.goto(console.url + path);
      const nodes = page.getByRole('link', { name: /2 nodes|2\/2/ });
      await expect(nodes.first()).toBeVisible({ timeout: 30_000 });
      const samples = await watchCounts(page, tab, words);
      const moves = path !== '/nodes';
      const seen = async () => (await samples()).length;
      await expect.poll(seen, { timeout: 60_000 }).toBeGreaterThan(moves ? 5 : 0);
      await second.stop('SIGKILL');
      await expect(page.getByRole('link', { name: /1 of 2 nodes|1\/2/ }).first()).toBeVisible({
        timeout: 30_000,
      });
      const before = await seen();
      if (moves) await expect.poll(seen, { timeout: 60_000 }).toBeGreaterThan(before + 5);
      await second.start();
      await expect(nodes.first()).toBeVisible({ timeout: 30_000 });
      const all = await samples();
      expect(
        all.filter(({ badge, page: own }) => badge !== own),
        `${path}: badge and page disagree`,
      ).toEqual([]);
      expect(Math.max(...all.map(({ page: own }) => own))).toBeGreaterThan(0);
    }
  } finally {
    await stop();
    redis.disconnect();
    other.disconnect();
    await console.close();
    await Promise.all([first.close(), second.close()]);
  }
});

test('a page without a list fetches none: its badges come with the stream', { tag: '@long' }, async ({
  page,
  redis,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await redis.set('order:1:lock', 'c41f'.repeat(8));
  for (const path of ['/nodes', '/audit']) {
    asked.length = 0;
    await page.goto(path);
    const badge = page.getByRole('link', { name: /^Locks/ });
    await expect(badge).toContainText('1');
    await redis.set('order:2:lock', 'c41f'.repeat(8));
    await expect(badge).toContainText('2');
    await redis.del('order:2:lock');
    await expect(badge).toContainText('1');
    const once = (name: string) => asked.filter((each) => each === name).length;
    expect(
      asked.filter((each) => /^\/api\/(?:overview|locks|findings|holders|families|graph)/.test(each)),
    ).toEqual([]);
    expect(once('/api/nodes'), 'the nodes, once').toBeLessThanOrEqual(2);
  }
});
