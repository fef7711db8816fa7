import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import Redlock from 'redlock';
import type { HolderAnswer } from '../lib/contract/groups';
import { startConsole } from './support/console';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';

const FAMILY = 'order:{*}:lock';
const KEYS = ['order:{1}:lock', 'order:{22}:lock', 'order:{333}:lock'];
const LEASE_MS = 600_000;

/** One thread of a Redisson client holds all of these. */
async function hold(redis: Redis, keys: readonly string[], node: string, thread = 47): Promise<void> {
  for (const key of keys) await redis.multi().hset(key, `${node}:${thread}`, 1).pexpire(key, LEASE_MS).exec();
}

test('a family is opened, a member leads to its lock, and the lock to all that its process holds', async ({
  page,
  redis,
}) => {
  const node = randomUUID();
  await hold(redis, KEYS, node);
  await hold(redis, ['stock:lock'], node, 48);
  await page.goto('/locks');
  await expect(page.getByRole('link', { name: KEYS[0], exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Families', exact: true }).click();
  await expect(page).toHaveURL(/[?&]view=families/);
  await expect(page.getByText('showing 2 of 2 families')).toBeVisible();

  const family = page.getByRole('button', { name: `${FAMILY}, 3 locks` });
  const row = page.getByRole('row').filter({ has: family });
  await expect(row).toContainText('3 held');
  await expect(row).toContainText('Redisson RLock');
  await expect(page.getByRole('link', { name: KEYS[0], exact: true })).toBeHidden();
  await family.click();
  await expect(family).toHaveAttribute('aria-expanded', 'true');
  for (const key of KEYS) await expect(page.getByRole('link', { name: key, exact: true })).toBeVisible();
  await expectNoViolations(page, 'families');

  await redis.persist(KEYS[1] ?? '');
  await expect(row, 'its states follow').toContainText('1 at risk');
  await page.reload();
  await expect(family, 'what is open stands in the address').toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: 'Show in the flat list' })).toHaveAttribute(
    'href',
    `/locks?${new URLSearchParams({ q: `family:"${FAMILY}"` })}`,
  );

  await page.getByRole('link', { name: KEYS[2], exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(KEYS[2] ?? '?');
  const card = page.getByRole('region', { name: 'Holder', exact: true });
  await expect(card).toContainText('This token is on 3 keys');
  await card.getByRole('link', { name: 'Everything this process holds' }).click();

  await expect(page).toHaveURL(new RegExp(`/holders/instance%3A${node}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(node);
  const holds = page.getByRole('region', { name: 'Holds', exact: true });
  await expect(holds).toContainText('4 locks');
  await expect(holds).toContainText('This token is on 3 keys');
  for (const key of [...KEYS, 'stock:lock'])
    await expect(holds.getByRole('link', { name: key, exact: true })).toBeVisible();
  await expectNoViolations(page, 'holder');

  await page.mouse.move(0, 0);
  await redis.del(...KEYS);
  await expect(holds.getByRole('link', { name: KEYS[0], exact: true })).toBeHidden();
  await redis.del('stock:lock');
  await expect(holds).toContainText('It holds nothing that is known');
  await expectNoViolations(page, 'holder of nothing');
});

test('one token on three keys is one holder among the holders, which leads to its page', async ({
  page,
  redis,
}) => {
  const node = randomUUID();
  await hold(redis, KEYS, node);
  await redis.set('report:lock', '1', 'PX', LEASE_MS);
  await page.goto('/locks');
  await expect(page.getByRole('link', { name: KEYS[0], exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Holders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holders');
  await expect(page.getByText('showing 1 of 1 holder · 1 lock names no holder')).toBeVisible();
  const holder = page.getByRole('link', { name: node, exact: true });
  const row = page.getByRole('row').filter({ has: holder });
  await expect(row).toContainText('3 locks, one token on 3 keys');
  await expect(row).toContainText('3 held');
  await expect(row).toContainText('Redisson RLock');
  await expectNoViolations(page, 'holders');

  await redis.persist(KEYS[1] ?? '');
  await expect(row, 'its states follow').toContainText('1 at risk');
  await page.getByRole('textbox', { name: 'Filter locks' }).fill('report');
  await expect(page).toHaveURL(/[?&]q=report/);
  await expect(page.getByText('Show the locks')).toBeVisible();
  await expectNoViolations(page, 'no holders');
  await page.getByRole('button', { name: 'Clear' }).click();

  await expect(holder).toBeVisible();
  await page.locator('main').focus();
  await page.keyboard.press('j');
  await expect(holder).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/holders/instance%3A${node}$`));
  await expect(page.getByRole('region', { name: 'Holds', exact: true })).toContainText('3 locks');
});

test('the flat list shows the members of a family alone', async ({ page, redis }) => {
  await hold(redis, [...KEYS, 'stock:lock'], randomUUID());
  await page.goto(`/locks?view=families&open=${encodeURIComponent(FAMILY)}`);
  await page.getByRole('link', { name: 'Show in the flat list' }).click();
  await expect(page.getByText('showing 3 of 4')).toBeVisible();
  await expect(page.getByRole('link', { name: 'stock:lock', exact: true })).toBeHidden();
});

test('by the keyboard alone a family is opened and a member reached', async ({ page, redis }) => {
  await hold(redis, KEYS, randomUUID());
  await page.goto('/locks?view=families');
  const family = page.getByRole('button', { name: `${FAMILY}, 3 locks` });
  await expect(family).toBeVisible();
  await page.keyboard.press('j');
  await expect(family).toBeFocused();
  await page.keyboard.press('Enter');
  const member = page.getByRole('link', { name: KEYS[0], exact: true });
  await expect(member).toBeVisible();
  await page.keyboard.press('j');
  await expect(member).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(KEYS[0] ?? '?');
});

test('a pasted exception of Redisson leads to its lock, and to all that its client holds', async ({
  page,
  redis,
}) => {
  const node = randomUUID();
  await hold(redis, ['payout:batch'], node, 47);
  await hold(redis, ['payout:other'], node, 48);
  await page.goto('/locks');
  await expect(page.getByRole('link', { name: 'payout:batch', exact: true })).toBeVisible();
  const line = `java.lang.IllegalMonitorStateException: attempt to unlock lock, not locked by current thread by node id: ${node} thread-id: 47`;
  const paste = async () => {
    await page.keyboard.press('/');
    await page.getByPlaceholder('Key, holder, host or token').fill(line);
    await expect(page.getByRole('option').filter({ hasText: 'payout:other' })).toBeVisible();
  };
  await paste();
  await expect(page.getByRole('option').first()).toContainText('payout:batch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payout:batch');

  await page.locator('main').focus();
  await paste();
  await page.getByRole('option', { name: `Everything ${node} holds` }).click();
  const holds = page.getByRole('region', { name: 'Holds', exact: true });
  await expect(holds).toContainText('2 locks');
});

test('a token that needs escaping in an address leads to its own page', async ({ page, lockscope }) => {
  const token = '50%41 / a?b#c';
  const ref = encodeURIComponent(`token:${token}`);
  const answer = (await (await fetch(`${lockscope.url}/api/holders/${ref}`)).json()) as HolderAnswer;
  expect(answer.ref).toBe(`token:${token}`);
  await page.goto(`/holders/${ref}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(token);
  await expect(page.getByText('It holds nothing that is known')).toBeVisible();
});

test('the nodes page says which lock libraries have run, and that it proves nothing', async ({
  page,
  server,
  redis,
}) => {
  await page.goto('/nodes');
  const census = page.getByRole('region', { name: 'Lock libraries seen' });
  await expect(census).toContainText('Scripts of no library we know');

  await new Redlock([redis], { retryCount: 0 })
    .acquire(['invoice:lock'], 60_000)
    .then((lock) => lock.unlock());
  const later = await startConsole({ redisUrl: server.url });
  try {
    await page.goto(`${later.url}/nodes`);
    await expect(census).toContainText('It says nothing about any one lock');
    await expect(census.getByRole('row').filter({ hasText: 'node-redlock' })).toContainText(/[1-3] of 3/);
    await expectNoViolations(page, 'nodes');
  } finally {
    await later.close();
  }
});

test.describe('on a narrow screen', { tag: '@long' }, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('families open in place too, and nothing is cut off', async ({ page, redis }) => {
    const node = randomUUID();
    await hold(redis, KEYS, node);
    await page.goto('/locks?view=families');
    await page.getByRole('button', { name: `${FAMILY}, 3 locks` }).click();
    await expect(page.getByRole('link', { name: KEYS[1], exact: true })).toBeVisible();
    await expectNoViolations(page, 'narrow families');
    await page.goto(`/holders/${encodeURIComponent(`instance:${node}`)}`);
    // The lanes beneath have links of the same names, once they have arrived.
    const holds = page.getByRole('region', { name: 'Holds' });
    await expect(holds.getByRole('link', { name: KEYS[1], exact: true })).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    await expectNoViolations(page, 'narrow holder');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Holders' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: node })).toContainText('one token on 3 keys');
    await expectNoViolations(page, 'narrow holders');
  });
});
