import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import type { ActionResult } from '../lib/contract/actions';
import type { AuditAnswer } from '../lib/contract/audit';
import type { LockList } from '../lib/contract/locks';
import type { NodesAnswer } from '../lib/contract/nodes';
import { giveConsent, releaseNow } from './support/consent';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';

const KEYS = ['booking:flight', 'booking:hotel', 'booking:train'] as const;
const [FLIGHT, HOTEL, TRAIN] = KEYS;
const OTHER = 'booking:invoice'; // between the second and the third by name
const LEASE_MS = 600_000;

/** One thread of a Redisson client holds the three keys of a multi-lock, another client one lock. Returns the token. */
async function holdAll(redis: Redis): Promise<string> {
  const token = `${randomUUID()}:47`;
  const all = redis.multi();
  for (const key of KEYS) all.hset(key, token, 1);
  for (const key of KEYS) all.pexpire(key, LEASE_MS);
  await all.hset(OTHER, `${randomUUID()}:1`, 1).pexpire(OTHER, LEASE_MS).exec();
  return token;
}

/** Until a new lock is one that the console sees begin. */
async function watched(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { nodes } = (await (await page.request.get('/api/nodes')).json()) as NodesAnswer;
      return nodes.length > 0 && nodes.every(({ coverage }) => coverage.completedAtMs !== null);
    })
    .toBe(true);
}

/** Holds all keys, so that the console saw when each was taken: one that is busy reads of it too late to know. */
async function heldAsSeen(page: Page, redis: Redis): Promise<void> {
  const isSeen = async () => {
    const { locks } = (await (await page.request.get('/api/locks')).json()) as LockList;
    const parts = locks.filter(({ key }) => KEYS.some((each) => each === key.text));
    return parts.length === KEYS.length && parts.every(({ holders }) => holders[0]?.since?.atLeast === false);
  };
  await expect(async () => {
    await redis.del(...KEYS, OTHER);
    await holdAll(redis);
    await expect.poll(isSeen, { timeout: 5_000 }).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** The dialog that releases this lock, opened on its page. */
async function openRelease(page: Page, key: string): Promise<Locator> {
  await page.goto(`/locks/test.0/${key}`);
  await page.getByRole('button', { name: 'Force-release…' }).first().click();
  return page.getByRole('dialog', { name: 'Force-release this lock?' });
}

/** Says what is asked for, confirms by this button, and returns the answer. */
async function confirm(page: Page, dialog: Locator, key: string, button: string): Promise<ActionResult> {
  await releaseNow(dialog);
  await dialog.getByLabel(/Reason/).fill('its booking was cancelled');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill(key);
  const reply = page.waitForResponse((r) => r.url().endsWith('/release'));
  await giveConsent(dialog);
  await dialog.getByRole('button', { name: new RegExp(`^${button}`) }).click();
  return (await (await reply).json()) as ActionResult;
}

const boxOf = (dialog: Locator, key: string): Locator =>
  dialog.getByRole('checkbox', { name: `Release ${key}`, exact: true });

async function auditOf(page: Page): Promise<AuditAnswer['entries']> {
  return ((await (await page.request.get('/api/audit')).json()) as AuditAnswer).entries;
}

const keyOf = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

/** The keys of the rows, from the top; struck ones too. */
const shownKeys = (page: Page) => page.locator('main [data-index] a[href^="/locks/"]').allTextContents();

const toggleOf = (page: Page, lead: string): Locator =>
  page.getByRole('button', { name: `+2 keys of the token on ${lead}`, exact: true });

test('a multi-lock is one row, which opens in place, and one of its keys is released from there', async ({
  page,
  redis,
}) => {
  await watched(page);
  await heldAsSeen(page, redis);
  await page.goto('/locks');
  await expect(page.getByText('showing 4 of 4')).toBeVisible();
  const toggle = toggleOf(page, FLIGHT);
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(await shownKeys(page)).toEqual([FLIGHT, OTHER]);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '3');
  await expectNoViolations(page, 'folded');

  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(await shownKeys(page)).toEqual([...KEYS, OTHER]);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '5');
  await expectNoViolations(page, 'open');

  await page.getByRole('checkbox', { name: `Select ${HOTEL}`, exact: true }).click();
  const bar = page.getByRole('region', { name: 'Selected locks' });
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  for (const key of [FLIGHT, TRAIN]) await boxOf(dialog, key).click();
  await expect(dialog).toContainText('The lock stays held: 2 other keys of the same hold keep its token');
  await expect(dialog).toContainText('lockscope release --only-this-key --alive test');
  const result = await confirm(page, dialog, HOTEL, 'Release only this key');
  expect(result.outcome).toBe('partly-released');
  expect(result.hold?.kept.map(({ key }) => key)).toEqual([FLIGHT, TRAIN]);
  const done = page.getByRole('dialog', { name: 'Released 1 of 3 keys: the lock stays held' });
  await expect(done.getByTestId('stays-held')).toBeVisible();
  await expectNoViolations(page, 'one key released');
  expect(await redis.exists(HOTEL)).toBe(0);
  expect(await redis.exists(FLIGHT, TRAIN)).toBe(2);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();

  const tombstone = page.getByRole('row').filter({ has: keyOf(page, HOTEL) });
  await expect(tombstone).toContainText('released');
  expect(await shownKeys(page), 'it stands in its place').toEqual([...KEYS, OTHER]);
  await expect(page.getByText('showing 3 of 3'), 'but is no lock that is shown').toBeVisible();
  await expectNoViolations(page, 'a part released');
  await toggle.click();
  expect(await shownKeys(page)).toEqual([FLIGHT, OTHER]);
  await toggle.click();
  await tombstone.getByRole('button', { name: 'Dismiss' }).click();
  await page.mouse.move(0, 0);
  await expect(page.getByRole('button', { name: `+1 key of the token on ${FLIGHT}` })).toBeVisible();
  await expect(keyOf(page, HOTEL)).toBeHidden();
  expect(await shownKeys(page)).toEqual([FLIGHT, TRAIN, OTHER]);
});

test('a multi-lock is released whole unless somebody says otherwise', async ({ page, redis }) => {
  await watched(page);
  await heldAsSeen(page, redis);
  const dialog = await openRelease(page, FLIGHT);
  await expect(dialog).toContainText('Same hold: 3 keys, release all');
  await expect(dialog).toContainText('likely one multi-lock');
  for (const key of KEYS) await expect(boxOf(dialog, key)).toBeChecked();
  await expect(boxOf(dialog, FLIGHT), 'the lock itself is released in any case').toBeDisabled();
  await expect(dialog).toContainText('lockscope release --same-hold --alive test');
  await expectNoViolations(page, 'a hold over three keys');
  const result = await confirm(page, dialog, FLIGHT, 'Release all 3 keys');
  expect(result).toMatchObject({ outcome: 'released', hold: { kept: [] } });
  expect(await redis.exists(...KEYS)).toBe(0);
  expect(await redis.exists(OTHER)).toBe(1);
  const done = page.getByRole('dialog', { name: 'Released: all 3 keys' });
  for (const key of KEYS) await expect(done.getByRole('listitem').filter({ hasText: key })).toBeVisible();
  await expectNoViolations(page, 'all keys released');
  const entries = await auditOf(page);
  expect(entries.map(({ key, outcome }) => [key, outcome]).sort()).toEqual(
    KEYS.map((key) => [key, 'released']),
  );
});

test('two locks that one thread took for themselves are not joined, and the answer names the other', async ({
  page,
  redis,
}) => {
  await watched(page);
  const token = `${randomUUID()}:47`;
  await redis.multi().hset(FLIGHT, token, 1).pexpire(FLIGHT, LEASE_MS).exec();
  await redis
    .multi()
    .hset(HOTEL, token, 1)
    .pexpire(HOTEL, LEASE_MS / 2)
    .exec();
  const dialog = await openRelease(page, FLIGHT);
  await expect(dialog).toContainText('may be one multi-lock');
  await expect(boxOf(dialog, HOTEL)).not.toBeChecked();
  const result = await confirm(page, dialog, FLIGHT, 'Release only this key');
  expect(result).toMatchObject({ outcome: 'released', hold: { kept: [{ key: HOTEL, sure: 'possible' }] } });
  await expect(page.getByRole('dialog').getByTestId('may-stay-held')).toBeVisible();
  expect(await redis.exists(HOTEL)).toBe(1);
});

test('a key of the hold that is taken anew meanwhile stops the release of them all', async ({
  page,
  redis,
}) => {
  await watched(page);
  await heldAsSeen(page, redis);
  const dialog = await openRelease(page, FLIGHT);
  await expect(boxOf(dialog, TRAIN)).toBeChecked();
  await redis.multi().del(TRAIN).hset(TRAIN, `${randomUUID()}:1`, 1).pexpire(TRAIN, LEASE_MS).exec();
  const changed = page.getByRole('dialog', { name: 'The lock changed while you looked' });
  await expect(changed).toContainText('The keys of the hold are not those that you saw any more');
  expect(await redis.exists(...KEYS)).toBe(3);
  await changed.getByRole('button', { name: 'Look at the new holder' }).click();
  await expect(page.getByRole('dialog')).toContainText('Same hold: 2 keys, release both');
});

test('the most urgent key of a multi-lock leads, and none takes its place while the order stands', async ({
  page,
  redis,
}) => {
  await holdAll(redis);
  await redis.persist(TRAIN);
  await page.goto('/locks?sort=key');
  await expect(toggleOf(page, TRAIN)).toBeVisible();
  expect(await shownKeys(page)).toEqual([OTHER, TRAIN]);
  await toggleOf(page, TRAIN).hover();
  await redis.pexpire(TRAIN, LEASE_MS);
  await redis.persist(HOTEL);
  await expect(
    page.getByRole('row').filter({ has: keyOf(page, TRAIN) }),
    'cells follow while the order stands, and the same key leads',
  ).not.toContainText('At risk');
  expect(await shownKeys(page)).toEqual([OTHER, TRAIN]);
  await page.mouse.move(0, 0);
  await expect(toggleOf(page, HOTEL)).toBeVisible();
  expect(await shownKeys(page)).toEqual([HOTEL, OTHER]);
});

test('by the keyboard alone it is opened, gone through, closed, and chosen as a whole', async ({
  page,
  redis,
}) => {
  await holdAll(redis);
  await page.goto('/locks');
  const toggle = toggleOf(page, FLIGHT);
  await expect(toggle).toBeVisible();
  await page.keyboard.press('j');
  await expect(keyOf(page, FLIGHT)).toBeFocused();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected locks' });
  await expect(bar, 'a closed multi-lock is chosen whole').toContainText('3 selected');
  await expect(bar.getByRole('button', { name: 'Force-release…' })).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(bar).toBeHidden();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy key' }).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(keyOf(page, HOTEL)).toBeVisible();
  await page.keyboard.press('j');
  await expect(keyOf(page, HOTEL)).toBeFocused();
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 selected');
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(keyOf(page, HOTEL)).toBeHidden();
  const box = page.getByRole('checkbox', { name: `Select ${FLIGHT} and 2 other keys of its token` });
  await expect(box).toHaveAttribute('aria-checked', 'mixed');
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
  await expect(bar).toContainText('4 selected');
});

test.describe('on a narrow screen', { tag: '@long' }, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('it folds and opens too, and nothing is cut off', async ({ page, redis }) => {
    await holdAll(redis);
    await page.goto('/locks');
    const toggle = toggleOf(page, FLIGHT);
    await expect(toggle).toBeVisible();
    expect(await shownKeys(page)).toEqual([FLIGHT, OTHER]);
    await toggle.click();
    expect(await shownKeys(page)).toEqual([...KEYS, OTHER]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    await expectNoViolations(page, 'narrow multi-lock');
    await toggle.click();
    expect(await shownKeys(page)).toEqual([FLIGHT, OTHER]);
  });
});
