import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

const KEY = 'stock:{wh-07}:lock';
const PAGES = [
  ...['/', '/locks', '/families', '/graph', '/timeline', '/holders', '/history', '/findings', '/insights'],
  ...['/nodes', '/audit'],
];

/** What the browser reports of the policy, of hydration and of broken scripts, from now on. */
async function reportsOf(page: Page): Promise<string[]> {
  const reports: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to|hydrat|React error/i.test(message.text()))
      reports.push(`${new URL(page.url()).pathname}: ${message.text()}`);
  });
  page.on('pageerror', (error) => reports.push(`${new URL(page.url()).pathname}: ${error.message}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event;
      console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI} ${sourceFile} ${sample}`);
    });
  });
  return reports;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, { tag: '@long' }, () => {
    test.use({ colorScheme });

    test('no page needs what its policy forbids, and each is dressed', async ({ page, redis }) => {
      test.setTimeout(180_000);
      await redis.hset(KEY, '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', '2');
      await redis.pexpire(KEY, 600_000);
      await redis.set('cron:lock', '1');
      const reports = await reportsOf(page);
      for (const path of [...PAGES, '/no-such-page', `/locks/test.0/${encodeURIComponent(KEY)}`]) {
        const response = await page.goto(path);
        const headers = response?.headers() ?? {};
        expect(headers['cache-control'], path).toContain('no-store');
        expect(headers['content-security-policy'], path).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html'), path).toHaveClass(new RegExp(colorScheme));
        const fonts = await page.evaluate(async () => {
          await document.fonts.ready;
          return [...document.fonts].filter(({ status }) => status === 'loaded').length;
        });
        expect(fonts, path).toBeGreaterThan(0);
      }
      expect(reports).toEqual([]);
    });
  });
}

test('charts, menus, dialogs, palette and theme work under the policy', async ({ page, redis }) => {
  test.setTimeout(120_000);
  await redis.hset(KEY, '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', '2');
  await redis.pexpire(KEY, 600_000);
  const reports = await reportsOf(page);
  await page.goto('/history');
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  await page.goto('/locks');
  await page.getByRole('link', { name: KEY }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(KEY);
  await page.getByRole('button', { name: 'Force-release…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Lease left');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /theme/i }).first().click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  expect(reports).toEqual([]);
});
