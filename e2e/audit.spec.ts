import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AuditAnswer } from '../lib/contract/audit';
import { expect, test } from './support/test';

/** Two decisions on real keys, each of its own person. */
async function decide(page: Page, key: string, actor: string): Promise<void> {
  const { status } = await page.evaluate(
    async ([key, actor]) =>
      fetch(`/api/possible/test.0.${encodeURIComponent(key)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-lockscope-actor': actor },
        body: JSON.stringify({ is: 'lock' }),
      }).then(({ status }) => ({ status })),
    [key, actor] as const,
  );
  expect(status).toBe(200);
}

test('the audit is filtered by the URL, and exported as far as the filter shows it', async ({
  page,
  redis,
}) => {
  for (const key of ['import-slot', 'report-slot']) await redis.set(key, 'a17c'.repeat(8), 'PX', 600_000);
  await page.goto('/audit');
  await expect(page.getByText('Nothing was released')).toBeVisible();
  await decide(page, 'import-slot', 'ann');
  await decide(page, 'report-slot', 'bo');

  await page.goto('/audit');
  const row = (key: string) => page.getByRole('row').filter({ hasText: key });
  await expect(row('import-slot')).toContainText('ann');
  await expect(row('report-slot')).toContainText('bo');

  await page.getByLabel('Who', { exact: true }).fill('ANN');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/[?&]actor=ANN/);
  await expect(row('report-slot')).toHaveCount(0);
  await expect(row('import-slot')).toBeVisible();
  await expect(page.getByText('1 entry matches')).toBeVisible();
  await page.reload();
  await expect(row('import-slot')).toBeVisible();
  await expect(row('report-slot')).toHaveCount(0);

  const saved = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    return readFile(await (await waiting).path(), 'utf8');
  };
  const file = JSON.parse(await saved(/^JSON of/)) as AuditAnswer;
  expect(file.entries.map(({ actor, key }) => [actor, key])).toEqual([['ann', 'import-slot']]);
  const lines = (await saved(/CSV/)).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('ann');

  const chained = (await saved(/^One JSON entry a line/))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(chained).toHaveLength(2);
  expect(chained[0]).toMatchObject({ actor: 'ann', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(chained[1].chain.hash).toMatch(/^[0-9a-f]{64}$/);
  const events = (await saved(/^OCSF/))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ class_uid, api }) => [class_uid, api.operation])).toEqual([
    [6003, 'decide'],
    [6003, 'audit-export'],
  ]);

  await expect(page.getByText('Chain intact')).toBeVisible();
  await expect(page.getByText(/^\d+ entr(?:y|ies), \d\d:\d\d:\d\d/)).toBeVisible();
  await page.getByRole('button', { name: /^Show entry/ }).click();
  await expect(page.getByText(`${chained[0].hash.slice(0, 12)}…`)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(await overflow(), 'the chain and an opened entry fit a narrow screen').toBeLessThanOrEqual(0);
  await expect(page.getByText('Chain intact')).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goBack();
  await expect(row('report-slot')).toBeVisible();
  await page.getByRole('combobox', { name: 'Act' }).click();
  await page.getByRole('option', { name: 'Extend' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('No entry matches the filter')).toBeVisible();

  await page.goto('/audit?from=yesterday');
  await expect(page.getByRole('alert').filter({ hasText: '“yesterday” is no time' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(row('report-slot')).toBeVisible();
  await expect(page).not.toHaveURL(/yesterday/);
});
