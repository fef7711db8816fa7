import { call } from '../lib/api/http';
import { clientsOn, queued } from './support/fair-clients';
import { journeyOn } from './support/journey';
import { until } from './support/redis-server';
import { ID, KEY, makeHistory } from './support/short-history';
import { expect, test } from './support/test';

/** What somebody on call comes for: by keyboard alone, in so many actions at most, with the focus always on something. */

const STUCK = 'payout:batch:eu-central';
const HOLDER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';

test('a stuck lock, from the overview to released and handed over: 8 actions', async ({ page, redis }) => {
  await redis.hset(STUCK, HOLDER, 1); // Redisson without a TTL: nobody else ever has it
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const journey = journeyOn(page);
  await journey.press(page.getByRole('link', { name: STUCK }).first());
  await journey.press(page.getByRole('button', { name: 'Force-release…' }).first());
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  await journey.choose(dialog.getByRole('radio', { name: 'Release now' }));
  await journey.type(dialog.getByLabel(/Reason/), 'its process was killed');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await journey.type(typed, STUCK);
  await journey.press(dialog.getByRole('button', { name: /^Force-release/ }));
  const done = page.getByRole('dialog', { name: 'Released' });
  await journey.press(done.getByRole('button', { name: 'Close', exact: true }));
  await journey.press(page.getByRole('button', { name: 'Copy for chat' }));
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await redis.exists(STUCK)).toBe(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Key: ${STUCK}`);
  expect(journey.actions()).toBeLessThanOrEqual(8);
});

test('which family hurt most in the last hour: 1 action', async ({ page, server, lockscope }) => {
  const clients = clientsOn(server);
  try {
    await clients.hold('a', 'payout:batch:7');
    clients.wait('b', 'payout:batch:7');
    await queued(server, { 'payout:batch:7': 1 });
    await until('its debt is stored', async () => {
      const { rows } = await call('GET /api/history/families', { base: lockscope.url });
      return (rows[0]?.waiterSeconds ?? 0) > 1;
    });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /1 of 1 node/ })).toBeVisible(); // it hears keys by now
    const journey = journeyOn(page);
    await journey.keys('g', 'm');
    await expect(page.getByText(/^payout:batch:\* hurts most: clients waited/)).toBeVisible();
    expect(journey.actions()).toBe(1);
  } finally {
    await clients.close();
  }
});

test('who blocks whom: 1 action', async ({ page, server }) => {
  const clients = clientsOn(server);
  try {
    await clients.hold('a', 'payout:batch:7');
    clients.wait('b', 'payout:batch:7');
    await queued(server, { 'payout:batch:7': 1 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /1 of 1 node/ })).toBeVisible(); // it hears keys by now
    const journey = journeyOn(page);
    await journey.keys('g', 'g');
    await expect(page.getByRole('region', { name: 'Blockers' })).toContainText(/stock \(a\).*1 behind it/);
    expect(journey.actions()).toBe(1);
  } finally {
    await clients.close();
  }
});

test('what happened at a moment, from a link with its ISO time: 0 actions; who released it: 3', async ({
  page,
  redis,
  lockscope,
}) => {
  test.setTimeout(240_000);
  const when = await makeHistory(page, redis, lockscope.url);
  await page.goto(
    `/locks/${ID.replace(`.${KEY}`, '')}/${KEY}?at=${new Date(when.firstHeldMs).toISOString()}`,
  );
  await expect(page.getByRole('region', { name: 'Held by' })).toContainText('8d3c3d43');
  const journey = journeyOn(page);
  expect(journey.actions()).toBe(0);

  await page.goto('/');
  await expect(page.getByRole('link', { name: /1 of 1 node/ })).toBeVisible();
  await journey.keys('g', 'a');
  await journey.type(page.getByLabel('Key, holder, reason or ticket'), KEY);
  await journey.keys('Enter');
  await expect(page.getByRole('row').filter({ hasText: KEY })).toContainText(/Released|released/);
  expect(journey.actions()).toBeLessThanOrEqual(3);
});

test('is a node safe for locks: 2 actions', async ({ page, redis }) => {
  await redis.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
  await page.goto('/');
  await expect(page.getByRole('link', { name: /1 of 1 node/ })).toBeVisible();
  const journey = journeyOn(page);
  await journey.keys('g', 'n');
  await expect(page.locator('main').getByText(/evict/i).filter({ visible: true }).first()).toBeVisible();
  expect(journey.actions()).toBeLessThanOrEqual(2);
});
