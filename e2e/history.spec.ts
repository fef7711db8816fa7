import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { call } from '../lib/api/http';
import type { AnswerOf } from '../lib/contract/endpoint-types';
import { expectNoViolations } from './support/no-violations';
import { until } from './support/redis-server';
import { comeBack, FIRST, ID, KEY, makeHistory, SECOND, THIRD } from './support/short-history';
import { expect, test } from './support/test';

type Range = { from: number; to: number };

const BUCKET_MS = 10_000;

const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const plot = (page: Page, name: string) => chart(page, name).getByRole('slider');

function rangeIn(page: Page): Range {
  const { searchParams } = new URL(page.url());
  return { from: Number(searchParams.get('from')), to: Number(searchParams.get('to')) };
}

type OfRange = `GET /api/history/${'series' | 'ledger' | 'marks'}`;

function ask<K extends OfRange>(key: K, base: string, asked: Range & { lock?: string }) {
  return call<OfRange>(key, { base, query: asked }) as Promise<AnswerOf<K>>;
}

/** Figures of a table, row by row; what is unknown is a dash. */
async function cellsOf(table: Locator): Promise<string[][]> {
  return table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
}

/** Draws over a part of a plot, in shares of its width. */
async function drawOver(page: Page, over: Locator, fromShare: number, toShare: number): Promise<void> {
  const box = await over.boundingBox();
  if (!box) throw new Error('the plot has no box');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * fromShare, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * toShare, y, { steps: 4 });
  await page.mouse.up();
}

test('what happened is in every chart as the API has it, and range and scope are in the URL', async ({
  page,
  redis,
  lockscope,
}) => {
  const { firstHeldMs, expiredMs } = await makeHistory(page, redis, lockscope.url);
  // Buckets that are over and stored no longer change.
  const to = Math.ceil((expiredMs + 1_000) / BUCKET_MS) * BUCKET_MS;
  const range = { from: Math.floor(firstHeldMs / BUCKET_MS) * BUCKET_MS - 120_000, to };
  // The range ends with a bucket, which may still run for ten seconds.
  const isStored = async () => {
    const { writtenAtMs } = await call('GET /api/history/status', { base: lockscope.url });
    return (writtenAtMs ?? 0) > to + 2_000;
  };
  await until('everything is stored', isStored, BUCKET_MS + 20_000);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /1 of 1 node/ })).toBeVisible(); // it hears keys by now
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(page.getByText(/^Kept in a file/)).toBeVisible();

  await page.goto(`/history?lock=${encodeURIComponent(ID)}&from=${range.from}&to=${range.to}`);
  const answer = await ask('GET /api/history/series', lockscope.url, { ...range, lock: ID });
  expect(answer.total).toMatchObject({ acquisitions: 2, forced: 1, lapses: 1 });
  await expect(chart(page, 'Expired and forced')).toContainText('1 lease expired, 1 was force-released.');
  await expect(chart(page, 'Busy share')).toContainText(/Held .*% of the time it was watched/);

  const turnover = chart(page, 'Acquired and released');
  await turnover.getByRole('button', { name: /^Table/ }).click();
  const text = (value: number | null) => (value === null ? '–' : String(value));
  expect(await cellsOf(turnover.getByRole('table'))).toEqual(
    answer.points.map((point) => [point.acquisitions, point.releases, point.renewals].map(text)),
  );

  // Before the console was started nobody watched: that is a gap, and not a zero.
  expect(answer.gaps.length).toBeGreaterThan(0);
  const held = chart(page, 'Held and waiting');
  await expect(held.locator('[data-gap]')).toHaveCount(answer.gaps.length);
  await expect(held.locator('[data-mark]').first()).toBeAttached();

  const saved = page.waitForEvent('download');
  await held.getByRole('button', { name: 'Files of Held and waiting' }).click();
  await page.getByRole('menuitem', { name: 'This chart as CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(answer.points.length + 1);
  const shares = lines.slice(1).map((line) => line.split(',')[3]);
  expect(shares).toEqual(answer.points.map((point) => (point.held === null ? '' : String(point.held))));

  const picture = page.waitForEvent('download');
  await held.getByRole('button', { name: 'Files of Held and waiting' }).click();
  await page.getByRole('menuitem', { name: 'Picture as PNG' }).click();
  const png = await readFile(await (await picture).path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.byteLength).toBeGreaterThan(5_000);

  await page.getByRole('button', { name: 'Expired while held' }).click();
  const { rows } = await ask('GET /api/history/ledger', lockscope.url, { ...range, lock: ID });
  // Its key ran out, and nothing tells whether its holder went on.
  expect(rows).toEqual([]);
  await expect(page.getByText('No hold is proven to have expired while it was held')).toBeVisible();

  await page.goto(`/locks/test.0/${KEY}`);
  await expect(plot(page, 'Held and waiting')).toBeVisible();
  await expect(chart(page, 'Wait time')).toContainText('The oldest waiter had waited');
  expect(await handover(page, 'Markdown')).toContain(FIRST);
  const hidden = await handover(page, 'Markdown, holders masked');
  expect(hidden).toContain(KEY);
  for (const token of [FIRST, SECOND, THIRD]) expect(hidden).not.toContain(token.slice(0, 8));
  await page.getByRole('link', { name: 'All of its history' }).click();
  await expect(page).toHaveURL(/\/history\?.*last=1h/);
  await expect(chart(page, 'Expired and forced')).toContainText('1 lease expired, 1 was force-released.');
  const pack = JSON.parse(await handover(page, 'JSON'));
  expect(pack.masked).toBe(null);
  expect(new Set(pack.timeline.spans.map(({ token }: { token: string }) => token))).toEqual(
    new Set([FIRST, SECOND]),
  );

  // The holder comes back: its own token has the lock again.
  await comeBack(redis, lockscope.url);
  await page.goto(`/history?view=ledger&lock=${ID}&last=15m`);
  const table = page.getByRole('table');
  await expect(table.getByRole('rowheader')).toContainText('payout:batch:eu-central');
  await expect(table).toContainText('process lived on 1');
  await expect(table).toContainText(/too few: n = \d of 100/);
  const since = { from: range.from, to: Date.now(), lock: ID };
  const proven = await ask('GET /api/history/ledger', lockscope.url, since);
  expect(proven.rows).toMatchObject([{ expired: 1, cameBack: 0, livedOn: 1, last: { key: KEY } }]);
});

/** The pack as the page gives it to the browser to keep. */
async function handover(page: Page, as: string): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Handover', exact: true }).click();
  await page.getByRole('menuitem', { name: as, exact: true }).click();
  return readFile(await (await saved).path(), 'utf8');
}

test('a stretch is chosen by mouse and by keys, and there is a way back', async ({
  page,
  redis,
  lockscope,
}) => {
  await redis.set('invoice:lock', 'c41f'.repeat(8), 'PX', 600_000);
  const { nowMs } = await call('GET /api/overview', { base: lockscope.url });
  const range = { from: Math.round(nowMs) - 600_000, to: Math.round(nowMs) };
  await page.goto(`/history?from=${range.from}&to=${range.to}`);
  const slider = plot(page, 'Held and waiting');
  const last = (await slider.getAttribute('aria-valuemax')) ?? '';
  await drawOver(page, slider, 0.25, 0.75);
  await expect.poll(() => rangeIn(page).to - rangeIn(page).from).toBeLessThan(310_000);
  const drawn = rangeIn(page);
  expect(Math.abs(drawn.from - range.from - 150_000)).toBeLessThan(5_000);
  expect(Math.abs(range.to - drawn.to - 150_000)).toBeLessThan(5_000);
  await page.getByRole('button', { name: 'Zoom back' }).click();
  await expect.poll(() => rangeIn(page)).toEqual(range);

  // The charts of the wide range are back.
  await expect(slider).toHaveAttribute('aria-valuemax', last);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await expect(chart(page, 'Acquired and released').locator('[data-cursor]')).toBeAttached();
  for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '5');
  await page.keyboard.press('Enter');
  await expect.poll(() => rangeIn(page).to).toBeLessThan(range.to - 300_000);
  expect(rangeIn(page).from).toBe(range.from);
  const zoomed = rangeIn(page);
  await page.keyboard.press('[');
  await expect.poll(() => rangeIn(page).from).toBeLessThan(zoomed.from);
  await page.goBack();
  await expect.poll(() => rangeIn(page)).toEqual(zoomed);

  await page.getByRole('button', { name: '15 m', exact: false }).first().click();
  await expect(page).toHaveURL(/last=15m/);
  // The bucket that still runs is dashed.
  await expect(slider).toBeVisible();
  await expect(chart(page, 'Held and waiting').locator('[data-open] path').first()).toBeAttached();
});

test('a note stands on the charts and in the list, where it was put', async ({ page, redis, lockscope }) => {
  await redis.set('invoice:lock', 'c41f'.repeat(8), 'PX', 600_000);
  await page.goto('/history?last=15m');
  const slider = plot(page, 'Held and waiting');
  await slider.click({ position: { x: 120, y: 60 } });
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Locks at this moment' })).toHaveAttribute(
    'href',
    /\/locks\?at=\d+/,
  );
  await menu.getByRole('menuitem', { name: 'Note here…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Note on the charts' });
  await dialog.getByRole('button', { name: 'Deployment' }).click();
  await dialog.getByLabel('Title').fill('payouts 41.2');
  await dialog.getByRole('button', { name: 'Note', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(chart(page, 'Held and waiting').locator('[data-mark]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Events' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Deployment: payouts 41.2' })).toBeVisible();
  const nowMs = Date.now();
  const { marks } = await ask('GET /api/history/marks', lockscope.url, {
    from: nowMs - 900_000,
    to: nowMs + 60_000,
  });
  expect(marks.filter(({ kind }) => kind === 'deploy').map(({ title }) => title)).toEqual(['payouts 41.2']);
});

test('axe finds nothing in any of its views', { tag: '@long' }, async ({ page, redis, lockscope }) => {
  await makeHistory(page, redis, lockscope.url);
  await comeBack(redis, lockscope.url);
  for (const view of ['charts', 'ledger', 'events']) {
    await page.goto(`/history?last=15m&view=${view}`);
    const shown = view === 'charts' ? plot(page, 'Held and waiting') : page.getByRole('table').first();
    await expect(shown).toBeVisible();
    await expectNoViolations(page, view);
  }
  await page.goto('/history?last=15m');
  await chart(page, 'Held and waiting')
    .getByRole('button', { name: /^Table/ })
    .click();
  await page.getByRole('button', { name: 'Custom' }).click();
  await expectNoViolations(page, 'table and inputs');
  await page.getByRole('button', { name: 'Note…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'note dialog');
});

test.describe('on a narrow screen', { tag: '@long' }, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('it stands under More, and no view is wider than the screen', async ({ page, redis, lockscope }) => {
    await makeHistory(page, redis, lockscope.url);
    await comeBack(redis, lockscope.url);
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
    for (const view of ['charts', 'ledger', 'events']) {
      await page.goto(`/history?last=15m&view=${view}`);
      const shown = view === 'charts' ? plot(page, 'Held and waiting') : page.getByRole('table').first();
      await expect(shown).toBeVisible();
      const widest = await page.evaluate(() => {
        const main = document.querySelector('main');
        return Math.max(document.documentElement.scrollWidth, main?.scrollWidth ?? 0);
      });
      expect(widest, view).toBeLessThanOrEqual(390);
      await expectNoViolations(page, view);
    }
  });
});
