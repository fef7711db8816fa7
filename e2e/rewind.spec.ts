import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './support/no-violations';
import { FIRST, hold, ID, KEY, makeHistory, momentOf, SECOND, THIRD } from './support/short-history';
import { expect, test } from './support/test';

const band = (page: Page): Locator => page.getByRole('region', { name: 'The moment shown' });

test('table, lock page and graph show a moment, marked as past and with actions off, until one goes back to now', async ({
  page,
  redis,
  lockscope,
}) => {
  test.setTimeout(240_000);
  const when = await makeHistory(page, redis, lockscope.url);
  await hold(redis, THIRD, 600_000);
  const known = await momentOf(lockscope.url, when.firstHeldMs);
  expect(known.locks.map(({ id, spans }) => [id, spans[0]?.token])).toEqual([[ID, FIRST]]);

  await page.goto(`/locks?at=${when.firstHeldMs}`);
  await expect(band(page)).toContainText(/^As of \d\d:\d\d:\d\d UTC.* ago\. Actions are off\./);
  const row = page.getByRole('row').filter({ hasText: KEY });
  await expect(row).toContainText('8d3c…:47');
  await expect(row).toContainText('history');
  await expect(row).not.toContainText('55cd…:31');
  await expect(page.getByRole('checkbox'), 'nothing can be selected').toHaveCount(0);

  await row.getByRole('link', { name: KEY }).click();
  await expect(page).toHaveURL(new RegExp(`/locks/.*at=${when.firstHeldMs}`));
  const holders = page.getByRole('region', { name: 'Held by' });
  await expect(holders).toContainText(FIRST);
  await expect(holders).toContainText('force-released');
  const acts = page.getByRole('button', { name: /Force-release…|Extend…/ });
  for (const act of await acts.all()) {
    if (!(await act.isVisible())) continue;
    await expect(act).toHaveAttribute('aria-disabled', 'true');
    await act.click({ force: true });
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(`/locks/test.0/${KEY}?at=${when.secondHeldMs}`);
  await expect(holders).toContainText(SECOND);
  await page.goto(`/locks/test.0/${KEY}?at=${when.freedMs}`);
  await expect(page.getByRole('heading', { name: 'Nobody held it then' })).toBeVisible();

  await page.goto(`/graph?at=${when.firstHeldMs}`);
  await expect(band(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Who blocks whom?' })).toBeVisible();
  const waits = known.graph?.waits.length ?? 0;
  if (waits > 0) await expect(page.getByText(new RegExp(`^${waits} waits? for`))).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/at=/);
  await expect(band(page)).toHaveCount(0);
  await page.goto(`/locks?at=${when.firstHeldMs}`);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('row').filter({ hasText: KEY })).toContainText('55cd…:31');
});

test('a moment is picked, stepped through and left; a page that cannot show it says that it shows now', async ({
  page,
  redis,
  lockscope,
}) => {
  test.setTimeout(240_000);
  const when = await makeHistory(page, redis, lockscope.url);
  await page.goto('/locks');
  await page.getByRole('button', { name: /Choose a moment$/ }).click();
  const picker = page.getByRole('dialog', { name: 'Look back' });
  await expectNoViolations(page, 'picker');
  const field = picker.getByLabel(/^Moment \(/);
  await field.fill(await localText(page, when.firstHeldMs));
  await picker.getByRole('button', { name: 'Show', exact: true }).click();
  const second = Math.floor(when.firstHeldMs / 1_000) * 1_000;
  await expect(page).toHaveURL(new RegExp(`at=${second}`));

  await band(page).getByRole('button', { name: 'Ten seconds later' }).click();
  await expect(page).toHaveURL(new RegExp(`at=${second + 10_000}|/locks$`));
  await page.goto(`/locks?at=${second}`);
  await band(page).getByRole('button', { name: 'One minute earlier' }).click();
  await expect(page).toHaveURL(new RegExp(`at=${second - 60_000}`));

  await page.getByRole('link', { name: 'Nodes' }).first().click();
  await expect(page).toHaveURL(/\/nodes$/);
  await expect(band(page)).toContainText('This page shows now');
  await band(page).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/locks\\?at=${second - 60_000}`));
});

test('what nobody watched is unknown, never none', async ({ page, redis, lockscope }) => {
  await hold(redis, FIRST, 600_000);
  await page.goto('/locks');
  await expect(page.getByRole('row').filter({ hasText: KEY })).toBeVisible();
  await page.goto(`${lockscope.url}/locks?at=${Date.now() - 86_400_000}`);
  await expect(page.getByText('test was not watched then: what was held there is not known.')).toBeVisible();
  await expect(page.getByText('What was held then is not known')).toBeVisible();
  await page.goto(`/locks/test.0/${KEY}?at=${Date.now() - 86_400_000}`);
  await expect(
    page.getByRole('heading', { name: 'Nobody watched then: what it was cannot be known' }),
  ).toBeVisible();
  await expect(page.getByText('Nobody held it')).toHaveCount(0);
});

test('axe finds nothing on pages of the past', { tag: '@long' }, async ({ page, redis, lockscope }) => {
  test.setTimeout(240_000);
  const when = await makeHistory(page, redis, lockscope.url);
  for (const path of ['/locks', `/locks/test.0/${KEY}`, '/graph']) {
    for (const atMs of [when.firstHeldMs, when.firstHeldMs - 86_400_000]) {
      await page.goto(`${path}?at=${atMs}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(band(page)).toBeVisible();
      await expectNoViolations(page, `${path} ${atMs}`);
    }
  }
});

/** A moment as the browser's own date-time field has it. */
function localText(page: Page, atMs: number): Promise<string> {
  return page.evaluate((ms) => {
    const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
    return at.toISOString().slice(0, 19);
  }, atMs);
}
