import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { call } from '../lib/api/http';
import type { FamilyReport } from '../lib/contract/history/family-report';
import { INSIGHT_CODES } from '../lib/contract/insight-codes';
import { insightDocPath } from '../lib/domain/docs/doc-paths';
import { formatShare } from '../lib/domain/values/format';
import { type Clients, clientsOn, queued } from './support/fair-clients';
import { expectNoViolations } from './support/no-violations';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const WORST = 'payout:batch:*';
const WORST_KEY = 'payout:batch:7';
const OTHER = 'stock:*:lock';
const BUCKET_MS = 10_000;
const PLAIN = 'report:*:lock';

/** A lock that two wait for, one that one waited for, and one of which waiters leave no trace; resolves once it is stored. */
async function makeDebt(clients: Clients, url: string, waited: () => Promise<void>): Promise<void> {
  await clients.hold('a', WORST_KEY);
  clients.wait('b', WORST_KEY);
  clients.wait('c', WORST_KEY);
  await clients.hold('d', 'stock:8:lock');
  clients.wait('e', 'stock:8:lock');
  await waited();
  const debtOf = (report: FamilyReport, family: string) =>
    report.rows.find((row) => row.family === family)?.waiterSeconds ?? 0;
  await until('waiting for both is stored', async () => {
    const report = await call('GET /api/history/families', { base: url });
    return debtOf(report, WORST) > 4 && debtOf(report, OTHER) > 1 && report.rows.length === 3;
  });
}

const rowOf = (table: Locator, family: string) =>
  table
    .getByRole('row')
    .filter({ has: table.page().getByRole('link', { name: `Timeline of ${family}`, exact: true }) });

test('which family hurts most is the first row, which opens to its worst key and leads to its timeline', async ({
  page,
  server,
  redis,
  lockscope,
}) => {
  const clients = clientsOn(server);
  try {
    await redis.set('report:7:lock', randomUUID(), 'PX', 600_000);
    await makeDebt(clients, lockscope.url, () => queued(server, { [WORST_KEY]: 2, 'stock:8:lock': 1 }));
    await page.goto('/');
    await expect(page.getByRole('link', { name: /1 of 1 node/ })).toBeVisible(); // it hears keys by now
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await expect(page.getByRole('heading', { level: 1, name: 'Families' })).toBeVisible();
    const table = page.getByRole('table', { name: /^Families of locks in the range/ });
    const rows = table.getByRole('row');
    await expect(rows.nth(1)).toContainText(WORST);
    await expect(page.getByText(/^payout:batch:\* hurts most: clients waited/)).toBeVisible();
    const worst = rowOf(table, WORST);
    await expect(worst.getByRole('cell').nth(5), 'waiting now').toHaveText('2');
    await expect(worst.getByTitle(/^No wait has ended/)).toBeVisible();
    const plain = rowOf(table, PLAIN);
    await expect(plain.getByRole('cell').first(), 'its debt is not known').toHaveText(
      /–Its format stores no waiters/,
    );
    await expect(rows.last(), 'and is last').toContainText(PLAIN);
    await expectNoViolations(page, 'the report of the families');

    await page.getByRole('button', { name: 'Waiting now' }).click();
    await expect(page).toHaveURL(/[?&]sort=waiting/);
    await page.getByRole('button', { name: 'Waiting now' }).click();
    await expect(page).toHaveURL(/[?&]desc=false/);
    await page.mouse.move(0, 0);
    await expect(rows.nth(1)).toContainText(OTHER);
    await expect(rows.last(), 'unknown is last in either order').toContainText(PLAIN);

    await page.goto('/families?last=15m');
    await page.getByRole('button', { name: `Details of ${WORST}` }).click();
    await expect(page).toHaveURL(/[?&]open=/);
    const keys = page.getByRole('table', { name: 'Worst keys' });
    await expect(keys.getByRole('link', { name: WORST_KEY })).toBeVisible();
    await expectNoViolations(page, 'an open family');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: `Timeline of ${WORST}` }).click();
    await expect(page).toHaveURL(/\/timeline\?target=test&family=payout%3Abatch%3A\*&last=15m/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    await clients.close();
  }
});

test('the figures of a range that is over are those of the API', async ({
  page,
  server,
  redis,
  lockscope,
}) => {
  const clients = clientsOn(server);
  let toMs = 0;
  try {
    await redis.set('report:7:lock', randomUUID(), 'PX', 600_000);
    await makeDebt(clients, lockscope.url, () => queued(server, { [WORST_KEY]: 2, 'stock:8:lock': 1 }));
    // Buckets that are over and stored no longer change.
    toMs = Math.ceil(Date.now() / BUCKET_MS) * BUCKET_MS;
    const isStored = async () => {
      const { writtenAtMs } = await call('GET /api/history/status', { base: lockscope.url });
      return (writtenAtMs ?? 0) > toMs + 2_000;
    };
    await until('everything is stored', isStored, BUCKET_MS + 20_000);
  } finally {
    await clients.close();
  }
  const query = { from: toMs - 600_000, to: toMs };
  await page.goto(`/families?from=${query.from}&to=${query.to}`);
  const table = page.getByRole('table', { name: /^Families of locks in the range/ });
  await expect(rowOf(table, WORST)).toBeVisible();
  const report = await call('GET /api/history/families', { base: lockscope.url, query });
  for (const row of report.rows) {
    const cells = rowOf(table, row.family).getByRole('cell');
    await expect(cells.nth(4)).toHaveText(String(row.expired));
    await expect(cells.nth(6)).toHaveText(formatShare(row.covered));
  }
  const csv = await page.request.get(`/api/history/families?from=${query.from}&to=${query.to}&format=csv`);
  const lines = (await csv.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(report.rows.length + 1);
  expect(lines[1]).toContain(`test,${WORST},${report.rows[0]?.waiterSeconds},`);
});

test('the insights say what one needs where there is none, and their pages are served', async ({
  page,
  lockscope,
}) => {
  await page.goto('/insights');
  await expect(page.getByText('No insight in this range')).toBeVisible();
  await expectNoViolations(page, 'no insights');
  for (const code of INSIGHT_CODES) {
    const answer = await page.request.get(`${lockscope.url}${insightDocPath(code)}`);
    expect(answer.status(), code).toBe(200);
  }
});

test.describe('on a narrow screen', { tag: '@long' }, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the families are lines, which nothing is cut off of', async ({ page, server, redis, lockscope }) => {
    const clients = clientsOn(server);
    try {
      await redis.set('report:7:lock', randomUUID(), 'PX', 600_000);
      await makeDebt(clients, lockscope.url, () => queued(server, { [WORST_KEY]: 2, 'stock:8:lock': 1 }));
      await page.goto('/families');
      const item = page.getByRole('listitem').filter({ hasText: WORST }).first();
      await expect(item).toContainText('waiting now2');
      await page.getByRole('button', { name: `Details of ${WORST}` }).click();
      await expect(page.getByRole('link', { name: WORST_KEY })).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(wide).toBe(false);
      await expectNoViolations(page, 'narrow families');
    } finally {
      await clients.close();
    }
  });
});
