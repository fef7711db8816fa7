import type { Page } from '@playwright/test';
import type { PastLock } from '../lib/contract/history/past';
import { familyOf } from '../lib/domain/keys/family';
import { askLedger, askMoment, askSeries, askTimeline, idOf } from './incident/ask';
import { compareMoment, momentsOf } from './incident/compare-moments';
import { compareDebt, compareEvents, compareGap, compareLedger } from './incident/compare-rest';
import { compareSeries } from './incident/compare-series';
import { compareTimeline } from './incident/compare-timeline';
import { expect, type Incident, test } from './incident/fixture';
import { cellsOf, chartTable, debtTable, ledgerCells, spanCells, tablesOf } from './incident/shown';
import { KEYS } from './incident/stage';
import { holdsOf, keysOf, middleOf, waitsOf } from './incident/truth';

/** One incident, played once, is compared with everything that tells of it. */
test.describe.configure({ timeout: 60_000 });
test.use({ timezoneId: 'UTC' });

const rangeOf = ({ range }: Incident) => `from=${range.fromMs}&to=${range.toMs}`;

test('the script brought about what is to be found again', ({ incident: { truth, lagMs } }, info) => {
  info.annotations.push({ type: 'lag', description: `console or Redis stood still for up to ${lagMs} ms` });
  const ended = (how: string) => truth.holds.filter((hold) => hold.ended === how).map(({ key }) => key);
  expect(ended('expired').sort()).toEqual([KEYS.payout, KEYS.report]);
  expect(ended('force-released')).toEqual([KEYS.ledger]);
  expect(ended('lost')).toEqual([KEYS.unsynced]);
  expect(truth.holds.filter(({ outlived }) => outlived !== null)).toHaveLength(1);
  expect(truth.waits.filter(({ gotIt }) => !gotIt)).toHaveLength(1);
  expect(truth.waits.length).toBeGreaterThanOrEqual(7);
});

test('the timeline has every hold, from when to when, and how it ended', async ({ incident }) => {
  for (const key of keysOf(incident.truth)) await compareTimeline(incident, key);
});

test('figures of each lock, of a family and of everything are those of what happened', async ({
  incident,
}) => {
  const { truth } = incident;
  for (const key of keysOf(truth)) {
    const facts = { holds: holdsOf(truth, key), waits: waitsOf(truth, key), what: key };
    const series = await askSeries(incident, { key });
    compareSeries(incident, series, facts);
  }
  const family = familyOf(KEYS.cart);
  const inFamily = ({ key }: { key: string }) => familyOf(key) === family;
  compareSeries(incident, await askSeries(incident, { family }), {
    holds: truth.holds.filter(inFamily),
    waits: truth.waits.filter(inFamily),
    what: family,
  });
  compareSeries(incident, await askSeries(incident), { ...truth, what: 'everything' });
});

test('contention debt is of those who were waited for', async ({ incident }) => {
  await compareDebt(incident);
});

test('the time without a server is a gap, and every mishap an event', async ({ incident }) => {
  await compareGap(incident);
  await compareEvents(incident);
});

test('the ledger names the leases that were too short, and by how much', async ({ incident }) => {
  await compareLedger(incident);
});

test('rewound to any moment, every lock is as it was', async ({ incident }) => {
  const moments = momentsOf(incident.truth);
  expect(moments.length).toBeGreaterThan(20);
  for (const atMs of moments) await compareMoment(incident, atMs);
});

test('the tables behind the charts say what the API says', async ({ page, incident }) => {
  for (const key of [KEYS.cart, KEYS.report]) {
    const series = await askSeries(incident, { key });
    await page.goto(`/history?lock=${encodeURIComponent(idOf(key))}&${rangeOf(incident)}`);
    for (const [title, rows] of Object.entries(tablesOf(series)))
      expect(await chartTable(page, title), `${key}: ${title}`).toEqual(rows);
  }
  await page.goto(`/history?${rangeOf(incident)}`);
  const debt = await compareDebt(incident);
  expect(await chartTable(page, 'Contention debt')).toEqual(debtTable(debt));
});

test('the page of the ledger says what the API says', async ({ page, incident }) => {
  const { rows } = await askLedger(incident);
  await page.goto(`/history?view=ledger&${rangeOf(incident)}`);
  const table = page.getByRole('table');
  await expect(table.getByRole('rowheader')).toHaveCount(rows.length);
  const told = await cellsOf(table);
  for (const [i, row] of rows.entries()) {
    await expect(table.getByRole('rowheader').nth(i)).toContainText(row.family);
    for (const [column, text] of ledgerCells(row).entries()) expect(told[i]?.[column]).toContain(text);
  }
});

test('the table beside the lanes has the holds of the lock', async ({ page, incident }) => {
  for (const key of [KEYS.ledger, KEYS.report]) {
    const { spans } = await askTimeline(incident, key);
    await page.goto(`/locks/${idOf(key).replace('test.0.', 'test.0/')}`);
    const panel = page.getByRole('region', { name: 'Ownership' });
    await panel.getByRole('button', { name: '15 m' }).click();
    await panel.getByRole('button', { name: 'Table' }).click();
    await expect(panel.getByRole('rowheader')).toHaveCount(spans.length);
    const told = await cellsOf(panel.getByRole('table'));
    for (const [i, span] of spans.sort((a, b) => b.fromMs - a.fromMs).entries())
      for (const [column, text] of spanCells(span).entries()) expect(told[i]?.[column]).toContain(text);
  }
});

test('the page of a lock that is gone stays as it is while it is asked again', async ({ page }) => {
  await page.goto(`/locks/${idOf(KEYS.report).replace('test.0.', 'test.0/')}`);
  const panel = page.getByRole('region', { name: 'Ownership' });
  await panel.getByRole('button', { name: 'Table' }).click();
  const asTable = panel.getByRole('button', { name: 'Chart' });
  await expect(asTable).toBeVisible();
  const answers: (() => void)[] = [];
  await page.route(/\/api\/locks\/test/, async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  // While a question is under way that began before, none begins.
  const asked = async () => {
    await page.keyboard.press('r');
    return answers.length;
  };
  await expect.poll(asked).toBe(1);
  await expect(asTable).toBeVisible();
  const [answered] = [page.waitForResponse(/\/api\/locks\/test/)];
  for (const answer of answers) answer();
  await answered;
  await expect(asTable).toBeVisible();
});

test('the table of locks shows a moment of the past', async ({ page, incident }) => {
  const { truth } = incident;
  const [first] = holdsOf(truth, KEYS.ledger);
  const lost = holdsOf(truth, KEYS.unsynced)[0];
  if (!first || !lost) throw new Error('the script left holds out');
  for (const { from, to } of [first, lost]) {
    const atMs = Math.round((middleOf(from) + middleOf(to)) / 2);
    await compareMoment(incident, atMs);
    const { locks } = await askMoment(incident, atMs);
    await page.goto(`/locks?at=${atMs}`);
    for (const lock of locks) await expectShown(page, lock);
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(locks.length);
  }
});

async function expectShown(page: Page, { key, spans, waiters }: PastLock): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: key, exact: true }) });
  for (const { token } of spans) await expect(row.getByTitle(token)).toBeVisible();
  if (waiters !== null) await expect(row.getByRole('cell').nth(3)).toHaveText(String(waiters));
}
