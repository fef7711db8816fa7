import type { Page } from '@playwright/test';
import { call } from '../lib/api/http';
import { expectNoViolations } from './support/no-violations';
import { troubleOf } from './support/page-faults/claims';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

/** Long ones, one with pictures, and the search. */
const PAGES = ['/docs', '/docs/start', '/docs/numbers', '/docs/api', '/docs/security', '/docs/readme'];
const SEARCH = '/docs?q=lease';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' });

test('the documentation is read in the console, and asks nobody else for anything', async ({
  page,
  lockscope,
}) => {
  const trouble = troubleOf(page);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(lockscope.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.goto('/docs?target=test');
  await expect(title(page)).toHaveText('Documentation');
  await contents(page).getByRole('link', { name: 'Security', exact: true }).click();
  await expect(page).toHaveURL(`${lockscope.url}/docs/security?target=test`);
  await expect(page).toHaveTitle(/^Who may do what/);
  await expect(title(page)).toHaveText('Who may do what');
  await contents(page).getByRole('link', { name: 'The audit' }).click();
  await expect(page.getByRole('heading', { name: 'The audit', exact: true })).toBeInViewport();

  await page.getByRole('article').getByRole('link', { name: 'twoPersons' }).click();
  await expect(page).toHaveURL(`${lockscope.url}/docs/configuration?target=test#two-persons`);
  await expect(page.getByRole('heading', { name: 'Two persons', exact: true })).toBeInViewport();
  await page.goBack();
  await expect(title(page)).toHaveText('Who may do what');

  await page.goto('/docs/readme');
  const picture = page.getByRole('article').getByRole('img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(elsewhere).toEqual([]);
  expect(trouble()).toEqual([]);
});

test('a page further down the last one begins at its top', async ({ page }) => {
  await page.goto('/docs/security#the-audit');
  await expect(page.getByRole('heading', { name: 'The audit', exact: true })).toBeInViewport();
  await page.getByRole('navigation', { name: 'Reading order' }).getByRole('link').last().click();
  await expect(title(page)).not.toHaveText('Who may do what');
  await expect(title(page)).toBeInViewport();
});

test('a search finds sections, and leads to them', async ({ page, lockscope }) => {
  await page.goto('/docs');
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('back-channel logout');
  await expect(page).toHaveURL(/\?q=back-channel\+logout$/);
  await page.getByRole('link', { name: 'Who may do what › Signing in' }).click();
  await expect(page).toHaveURL(`${lockscope.url}/docs/security#signing-in`);
  await expect(page.getByRole('heading', { name: 'Signing in', exact: true })).toBeInViewport();
  await page.goto(SEARCH);
  await expect(page.getByRole('status').filter({ hasText: 'sections' })).toBeVisible();
});

test('addresses as Markdown has them lead to pages, and others to none', async ({ page, lockscope }) => {
  await page.goto('/docs/insights/lease.md');
  await expect(page).toHaveURL(`${lockscope.url}/docs/insights/lease`);
  await page.goto('/docs/findings');
  await expect(page).toHaveURL(`${lockscope.url}/docs#findings`);
  const get = (path: string) => page.request.get(lockscope.url + path);
  for (const path of ['/docs/none', '/docs/insights/none.md', '/docs/overview.png', '/docs/%2e%2e/package'])
    expect((await get(path)).status(), path).toBe(404);
  const picture = await get('/api/docs/docs%2Foverview.png');
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  for (const file of ['package.json', 'docs%2F..%2Fpackage.json', '..%2F..%2Fetc%2Fpasswd'])
    expect((await get(`/api/docs/${file}`)).status(), file).toBe(404);
});

test('a finding leads to its page', async ({ page, redis, lockscope }) => {
  await redis.set('cron:lock', '1');
  await until('it is found', async () => {
    const { findings } = await call('GET /api/findings', { base: lockscope.url });
    return findings.some(({ code }) => code === 'no-ttl');
  });
  await page.goto('/findings');
  await page.getByRole('link', { name: 'Cause, evidence, fix: Locks that never expire' }).click();
  await expect(page).toHaveURL(`${lockscope.url}/docs/findings/no-ttl`);
  await expect(title(page)).toContainText('no-ttl');
  await page.goto('/locks/test.0/cron:lock');
  await page.locator('main').getByRole('link', { name: 'Locks that never expire' }).click();
  await expect(page).toHaveURL(`${lockscope.url}/docs/findings/no-ttl`);
});

test('the keys g d, the menu and the palette lead to it', async ({ page, lockscope }) => {
  await page.goto('/nodes');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(`${lockscope.url}/docs`);
  await page.goto('/nodes');
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Documentation' }).click();
  await expect(page).toHaveURL(`${lockscope.url}/docs`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page is there, and so is a search that its address names', async ({ page }) => {
    await page.goto('/docs/runbook-stuck-lock');
    await expect(title(page)).toHaveText('Runbook: a stuck lock');
    await page.goto(SEARCH);
    await expect(page.locator('main')).toContainText(/\d+ sections/);
  });
});

for (const width of [390, 1440, 1920])
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('nothing is cut off, and axe finds nothing in either theme', { tag: '@long' }, async ({ page }) => {
      for (const path of [...PAGES, SEARCH]) {
        await page.goto(path);
        await expect(title(page)).toBeVisible();
        const [wide, room] = await page
          .locator('#page')
          .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
        expect.soft(wide, `${path}: its width`).toBeLessThanOrEqual(room);
        await expectNoViolations(page, path);
      }
      if (width >= 1024) return;
      await expect(contents(page)).toBeHidden();
      await page.getByRole('button', { name: 'Contents' }).click();
      await contents(page).getByRole('link', { name: 'Operations' }).click();
      await expect(title(page)).toHaveText('Operations');
      await expect(contents(page)).toBeHidden();
    });
  });
