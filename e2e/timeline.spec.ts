import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './support/no-violations';
import { ID, KEY, makeHistory, timelineOf } from './support/short-history';
import { expect, test } from './support/test';

const lanes = (page: Page): Locator => page.getByRole('group', { name: /^Who held what when/ });

/** From and to in the URL, ms. */
function rangeOf(page: Page): [number, number] {
  const { searchParams } = new URL(page.url());
  return [Number(searchParams.get('from')), Number(searchParams.get('to'))];
}

test('the table beside the lanes has every hold that the console knows, and how it ended', async ({
  page,
  redis,
  lockscope,
}) => {
  test.setTimeout(240_000);
  const when = await makeHistory(page, redis, lockscope.url);
  const { spans } = await timelineOf(lockscope.url, { from: when.firstHeldMs - 60_000, to: when.expiredMs });
  expect(spans.map(({ ended }) => ended).sort()).toEqual(['expired', 'force-released']);
  const tokens = new Map(spans.map(({ ended, token }) => [ended, token]));
  expect([tokens.get('force-released')?.slice(0, 4), tokens.get('expired')?.slice(0, 4)]).toEqual([
    '8d3c',
    '17ab',
  ]);

  await page.goto(`/locks/test.0/${KEY}`);
  const panel = page.getByRole('region', { name: 'Ownership' });
  await expect(lanes(page)).toBeVisible();
  await panel.getByRole('button', { name: '15 m' }).click();
  await panel.getByRole('button', { name: 'Table' }).click();
  const rows = panel.getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('expired');
  await expect(rows.nth(2)).toContainText('force-released');
});

test('it is moved and zoomed by mouse, wheel, keys and fields, and the URL follows', async ({
  page,
  redis,
  lockscope,
}) => {
  test.setTimeout(240_000);
  const when = await makeHistory(page, redis, lockscope.url);
  await page.goto(`/timeline?lock=${encodeURIComponent(ID)}`);
  const chart = lanes(page);
  await expect(chart.getByRole('link').first()).toBeVisible();
  const box = await chart.boundingBox();
  if (!box) throw new Error('the lanes have no box');
  const middle = { x: box.x + box.width * 0.6, y: box.y + box.height / 2 };

  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 200, middle.y, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d+/);
  const dragged = rangeOf(page);
  expect(dragged[1] - dragged[0]).toBeGreaterThan(3_500_000);
  expect(dragged[1], 'earlier times came into sight').toBeLessThan(when.expiredMs);

  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBeLessThan(3_500_000);

  await page.getByRole('button', { name: '15 m', exact: true }).click();
  await expect(page).toHaveURL(/last=15m/);
  await chart.focus();
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/from=\d+/);
  await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBeLessThan(900_000);
  const zoomed = rangeOf(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => rangeOf(page)[0]).toBeLessThan(zoomed[0]);
  await page.keyboard.press('0');
  await expect(page).toHaveURL(/last=/);

  await page.keyboard.press('ArrowDown');
  const card = page.getByRole('note');
  await expect(card).toContainText('expired');
  await expect(card).toContainText('17ab3d43');
  await page.keyboard.press('ArrowDown');
  await expect(card).toContainText('force-released');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/locks\/test\.0\/.*at=\d+/);
  await expect(page.getByRole('region', { name: 'The moment shown' })).toBeVisible();
});

test('axe finds nothing on the lanes and their table', { tag: '@long' }, async ({
  page,
  redis,
  lockscope,
}) => {
  test.setTimeout(240_000);
  await makeHistory(page, redis, lockscope.url);
  for (const path of [`/timeline?lock=${encodeURIComponent(ID)}`, `/locks/test.0/${KEY}`, '/timeline']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path !== '/timeline') await expect(lanes(page)).toBeVisible();
    await expectNoViolations(page, path);
  }
  await page.goto(`/timeline?lock=${encodeURIComponent(ID)}`);
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoViolations(page, 'table');
});
