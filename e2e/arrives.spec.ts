import type { Page } from '@playwright/test';
import { call } from '../lib/api/http';
import { troubleOf } from './support/page-faults/claims';
import { HOLDER, KEYS, lockPath, takeLocks } from './support/page-faults/locks';
import { pagesOf } from './support/page-faults/pages';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'order:7:lock';
const TOKEN = 'c41f'.repeat(8);
/** What the server drew is there, or will not come. */
const AT_ONCE = { timeout: 1_000 };

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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [390, 1440]) {
    test(`the server draws every page with its data, for a window ${width} px wide`, async ({
      page,
      redis,
      lockscope,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await takeLocks(redis);
      await redis.set('door:7', 'c41f'.repeat(8), 'PX', 600_000);
      await everythingIsKnown(lockscope.url);
      await silenceOnce(lockscope.url);
      const holder = `instance:${HOLDER.split(':')[0]}`;
      const shown: [string, (string | RegExp)[]][] = [
        ['/', [KEYS.forever, 'Held and waiting']],
        ['/locks', Object.values(KEYS)],
        ['/locks?view=families', ['stock']],
        [lockPath('test', KEYS.hash), [KEYS.hash, 'Held', 'Waiters', HOLDER.split(':')[0] ?? '']],
        ['/graph', [KEYS.fair]],
        ['/graph?view=table', [KEYS.fair]],
        ['/holders', [HOLDER.slice(0, 6)]],
        [`/holders/${encodeURIComponent(holder)}`, [KEYS.hash]],
        ['/findings', [KEYS.forever]],
        ['/nodes', ['127.0.0.1']],
        ['/audit', ['a deploy is running']],
        ['/possible', ['door:7']],
      ];
      const main = page.locator('main');
      for (const [path, texts] of shown) {
        // On a machine that is busy an answer may come too late for the document; then the page loads, as it always may.
        await expect(async () => {
          await page.goto(path);
          for (const text of texts)
            await expect(
              main.getByText(text).filter({ visible: true }).first(),
              `${path}: ${text}`,
            ).toBeVisible(AT_ONCE);
          // Of who had it when the server draws nothing: the picture is as wide as the window.
          if (!/^\/(?:locks|holders)\//.test(path))
            await expect(main.locator('[aria-busy=true]'), path).toHaveCount(0, AT_ONCE);
        }).toPass({ timeout: 30_000 });
        await expect.soft(main.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        const pill = page.getByRole('region', { name: 'Live updates' });
        await expect.soft(pill, `${path}: it is not live`).toContainText('Connecting');
        await expect.soft(page.locator('html'), path).not.toHaveAttribute('data-live');
      }
      await expect(page.getByText(/its scripts do not run. All below is from .* UTC/)).toBeVisible();
    });
  }
});

const BROWSERS = [
  {
    is: 'narrow, and its clock is an hour ahead',
    width: 390,
    aheadMs: 3_600_000,
    locale: 'en',
    colorScheme: 'light',
  },
  { is: 'wide, dark and Chinese', width: 1440, aheadMs: -45_000, locale: 'zh-CN', colorScheme: 'dark' },
  { is: 'too narrow for every column', width: 1280, aheadMs: 0, locale: 'en', colorScheme: 'dark' },
] as const;

for (const { is, width, aheadMs, locale, colorScheme } of BROWSERS) {
  test.describe(`a browser that is far away: ${is}`, { tag: '@long' }, () => {
    test.use({ viewport: { width, height: 844 }, timezoneId: 'Asia/Kolkata', locale, colorScheme });

    test('what it first draws is what the server drew', async ({ page, redis, lockscope }) => {
      await takeLocks(redis);
      await everythingIsKnown(lockscope.url);
      await silenceOnce(lockscope.url);
      await page.addInitScript((ms) => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + ms;
      }, aheadMs);
      const trouble = troubleOf(page);
      for (const path of [...pagesOf('test'), '/graph?view=table', '/locks?sort=age&desc=true']) {
        await page.context().clearCookies();
        await page.goto(path);
        await atRest(page);
        expect.soft(trouble(), `${path}, for the first time`).toEqual([]);
        await page.reload();
        await atRest(page);
        expect.soft(trouble(), `${path}, again`).toEqual([]);
      }
    });
  });
}

test('choices that are kept are drawn by the server', async ({ page, redis, lockscope }) => {
  await redis.set(KEY, TOKEN, 'PX', 600_000);
  await until('it is known', async () => (await call('GET /api/locks', { base: lockscope.url })).total === 1);
  await page.goto('/locks');
  await page
    .getByRole('radio', { name: 'Compact' })
    .or(page.getByRole('button', { name: 'Compact' }))
    .first()
    .click();
  const html = await (await page.request.get('/locks')).text();
  expect(html).toMatch(/<html[^>]* data-density="compact"/);
  const trouble = troubleOf(page);
  await page.reload();
  await expect(page.getByRole('link', { name: KEY })).toBeVisible();
  expect(trouble()).toEqual([]);
});

async function atRest(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live');
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

async function everythingIsKnown(base: string): Promise<void> {
  await until('everything is known', async () => {
    const [{ total }, { findings }] = [
      await call('GET /api/locks', { base }),
      await call('GET /api/findings', { base }),
    ];
    return total === Object.keys(KEYS).length && findings.some(({ code }) => code === 'no-ttl');
  });
}

/** So that the audit has an entry. */
async function silenceOnce(base: string): Promise<void> {
  const { silence } = await call('POST /api/silences', {
    base,
    body: {
      code: 'no-persistence',
      target: 'test',
      scope: { kind: 'all' },
      untilMs: Date.now() + 3_600_000,
      reason: 'a deploy is running',
    },
  });
  expect(silence.reason).toBeTruthy();
}
