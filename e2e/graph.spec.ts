import type { Locator, Page } from '@playwright/test';
import { Redis } from 'ioredis';
import type { WaitGraph } from '../lib/contract/graph';
import { fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../lib/domain/keys/redisson-names';
import { giveConsent, releaseNow } from './support/consent';
import { type Clients, clientsOn, queued } from './support/fair-clients';
import { expectNoViolations } from './support/no-violations';
import type { RedisServer } from './support/redis-server';
import { expect, test } from './support/test';

const PICK = 'stock:{wh-07}:pick-list';
const COUNT = 'stock:{wh-07}:count:of-every-shelf-in-every-aisle-of-the-northern-hall:2026-10-14';
const VIEWS = ['tree', 'graph', 'table'] as const;

/** Two processes that wait for each other, and a third behind one of them. */
async function deadlock(server: RedisServer): Promise<Clients> {
  const clients = clientsOn(server);
  await clients.hold('reserve', PICK);
  await clients.hold('count', COUNT);
  clients.wait('reserve', COUNT);
  clients.wait('count', PICK);
  await queued(server, { [PICK]: 1, [COUNT]: 1 });
  clients.wait('late', PICK);
  await queued(server, { [PICK]: 2 });
  return clients;
}

/** The page once it has as many waits. */
async function open(page: Page, path: string, waits: number): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(new RegExp(`^${waits} waits? for`))).toBeVisible();
}

/** Who waits for what in the table. A wait is listed before the record that names its process is read. */
async function rowsOf(table: Locator): Promise<string[]> {
  for (const label of ['reserve', 'count', 'late'])
    await expect(table.getByRole('rowheader', { name: `stock (${label})` })).toBeVisible();
  return table.getByRole('row').evaluateAll((rows) =>
    rows.slice(1).map((row) => {
      const name = /stock \((\w+)\)/.exec(row.querySelector('th')?.textContent ?? '')?.[1];
      return `${name} ${row.querySelector('td a')?.getAttribute('aria-label')}`;
    }),
  );
}

test('two processes that wait for each other stand at the top, until one of them gives up', async ({
  page,
  server,
}) => {
  const clients = await deadlock(server);
  try {
    await page.goto('/');
    await expect(page.getByRole('link', { name: /1 of 1 node/ })).toBeVisible(); // it hears keys by now
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await expect(page.getByRole('heading', { level: 1, name: 'Who blocks whom?' })).toBeVisible();
    await expect(page.getByText(/^3 wait for 2 locks · 1 possible deadlock/)).toBeVisible();

    const block = page.getByRole('region', { name: 'These processes may wait for each other' });
    const steps = block.getByRole('list', { name: 'The cycle, step by step' }).getByRole('listitem');
    await expect(steps).toHaveCount(2);
    await expect(steps.filter({ hasText: `waits for ${COUNT}` })).toContainText(
      /^stock \(reserve\).* waits for .*, which stock \(count\).* holds$/,
    );
    await expect(steps.filter({ hasText: `waits for ${PICK}` })).toContainText(
      /^stock \(count\).* waits for .*, which stock \(reserve\).* holds$/,
    );
    await expect(block).toContainText('This is only possible');

    await page.mouse.move(0, 0);
    clients.leave('count');
    await expect(block).toBeHidden();
    const blockers = page.getByRole('region', { name: 'Blockers' });
    const rows = blockers.locator('[data-row]');
    await expect(rows.first()).toContainText(/stock \(count\).*2 behind it/);
    await expect(rows.nth(1)).toContainText(COUNT);
    await expect(rows.nth(2)).toContainText(/Place 1.*stock \(reserve\).*1 behind it.*in its queue/s);
    await expect(rows.nth(3)).toContainText(PICK);
    await expect(rows).toHaveCount(5);
  } finally {
    await clients.close();
  }
});

test('a deadlock of one and the same tokens is certain, and one of its locks can be released there', async ({
  page,
  redis,
  server,
}) => {
  const [one, other] = ['8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', '17ab3d43-03b0-4cd8-8966-8bbd088f8c58:12'];
  const subscriber = new Redis(server.url);
  const keys = { 'account:4471': [one, other], 'account:8812': [other, one] };
  for (const [key, [holder = '', waiter = '']] of Object.entries(keys)) {
    await redis.multi().hset(key, holder, 1).pexpire(key, 600_000).exec();
    await redis.rpush(fairQueueOf(key), waiter);
    await redis.zadd(fairDeadlinesOf(key), Date.now() + 600_000, waiter);
    await subscriber.subscribe(fairChannelOf(key, waiter));
  }
  await open(page, '/graph', 2);
  const block = page.getByRole('region', { name: 'Nobody in it can go on' });
  await expect(block).toContainText(`${one} waits for account:8812, which ${other} holds`);
  await expect(block).toContainText(`${other} waits for account:4471, which ${one} holds`);

  await block.getByRole('button', { name: 'Release… account:8812' }).click();
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  await expect(dialog).toContainText('account:8812');
  await releaseNow(dialog);
  await dialog.getByLabel(/Reason/).fill('breaks the deadlock');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill('account:8812');
  await giveConsent(dialog);
  await dialog.getByRole('button', { name: /^Force-release/ }).click();
  await page
    .getByRole('dialog', { name: 'Released' })
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  expect(await redis.exists('account:8812', 'account:4471')).toBe(1);
  await expect(page.locator(':focus'), 'focus is back where it was').toHaveText('Release…');
  await page.getByRole('button', { name: 'Tree', exact: true }).focus();
  await page.mouse.move(0, 0);
  await expect(block, 'nothing stands still any more').toBeHidden();
  subscriber.disconnect();
});

test('table and picture show the same waits, the picture every hold as well', async ({
  page,
  server,
  lockscope,
}) => {
  const clients = await deadlock(server);
  try {
    await open(page, '/graph?view=table', 3);
    const rows = await rowsOf(page.getByRole('table'));
    expect(rows.sort()).toEqual([`count ${PICK}`, `late ${PICK}`, `reserve ${COUNT}`]);

    await page.getByRole('button', { name: 'Graph', exact: true }).click();
    await expect(page).toHaveURL(/view=graph/);
    const picture = page.getByRole('region', { name: 'Who blocks whom, as a picture' });
    await expect(picture.getByRole('link', { name: `${PICK}: `, exact: false })).toBeVisible();
    const lines = await picture.locator('svg title').evaluateAll((titles) =>
      titles.map(({ textContent }) => {
        const [, name, verb, key] =
          /^stock \((\w+)\).*? (holds|waits for) (.*)$/.exec(textContent ?? '') ?? [];
        return { verb, line: `${name} ${key}` };
      }),
    );
    const waits = lines.filter(({ verb }) => verb === 'waits for').map(({ line }) => line);
    expect(waits.sort()).toEqual(rows);
    const holds = lines.filter(({ verb }) => verb === 'holds').map(({ line }) => line);
    expect(holds.sort()).toEqual([`count ${COUNT}`, `reserve ${PICK}`]);
    const graph = (await (await fetch(`${lockscope.url}/api/graph`)).json()) as WaitGraph;
    expect([graph.holds.length, graph.waits.length]).toEqual([2, 3]);
  } finally {
    await clients.close();
  }
});

test('all of it works by keyboard', async ({ page, server }) => {
  const clients = await deadlock(server);
  try {
    await open(page, '/graph', 3);
    const block = page.getByRole('region', { name: 'These processes may wait for each other' });
    await expect(block).toBeVisible(); // what is found while focus is in the tree is held back
    await page.keyboard.press('j');
    const focused = page.locator(':focus');
    await expect(focused).toHaveAttribute('href', /\/holders\/|\/locks\//);
    const toggle = block.getByRole('button', { name: /^What stock \(reserve\)/ });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveAttribute('aria-label', PICK);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(PICK);

    await page.getByRole('link', { name: 'Show who blocks whom' }).click();
    await expect(page).toHaveURL(/\/graph\?lock=/);
    await expect(page.locator('[data-row][aria-current]')).toContainText(PICK);

    await page.getByRole('button', { name: 'Graph', exact: true }).focus();
    await page.keyboard.press('Enter');
    const frame = page.getByRole('group', { name: /^Arrow keys move the picture/ });
    await frame.focus();
    const place = () =>
      frame.locator('> div').evaluate((element) => (element as HTMLElement).style.transform);
    for (const key of ['+', 'ArrowRight', 'ArrowDown', '-', '0']) {
      const before = await place();
      await page.keyboard.press(key);
      await expect.poll(place, key).not.toBe(before);
    }
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAttribute('href', /\/holders\/|\/locks\//);
    await expect(focused).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/(holders|locks)\//);
  } finally {
    await clients.close();
  }
});

test('a drag moves the picture and opens nothing, and the wheel zooms it with Ctrl alone', async ({
  page,
  server,
}) => {
  const clients = await deadlock(server);
  try {
    await open(page, '/graph?view=graph', 3);
    const frame = page.getByRole('group', { name: /^Arrow keys move the picture/ });
    const node = frame.getByRole('link', { name: `${PICK}: ` });
    const place = () =>
      frame.locator('> div').evaluate((element) => (element as HTMLElement).style.transform);
    const box = await node.boundingBox();
    if (!box) throw new Error('the lock has no box');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/view=graph/);
    const moved = await node.boundingBox();
    expect([Math.round((moved?.x ?? 0) - box.x), Math.round((moved?.y ?? 0) - box.y)]).toEqual([60, 40]);
    const before = await place();
    await page.mouse.wheel(0, 200);
    await page.keyboard.down('Control');
    expect(await place()).toBe(before);
    await page.mouse.wheel(0, 200);
    await page.keyboard.up('Control');
    await expect.poll(place).not.toBe(before);
    await node.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(PICK);
  } finally {
    await clients.close();
  }
});

test('where nobody waits by name it says so, and that others may', async ({ page, redis, server }) => {
  await page.goto('/graph');
  await expect(page.getByText('Nobody waits for a lock that can be named')).toBeVisible();
  await expectNoViolations(page, 'empty');
  await redis
    .multi()
    .hset('catalog', '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', 1)
    .pexpire('catalog', 600_000)
    .exec();
  const subscriber = new Redis(server.url);
  await subscriber.subscribe('redisson_lock__channel:{catalog}');
  await expect(page.getByText(/^1 lock has waiters who leave no name in Redis/)).toBeVisible();
  subscriber.disconnect();
});

test('axe finds nothing in any of its views', { tag: '@long' }, async ({ page, server }) => {
  const clients = await deadlock(server);
  try {
    for (const view of VIEWS) {
      await open(page, `/graph?view=${view}`, 3);
      await expect(page.getByRole('link', { name: PICK }).first()).toBeVisible();
      await expectNoViolations(page, view);
    }
  } finally {
    await clients.close();
  }
});

test.describe('on a narrow screen', { tag: '@long' }, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('it stands under More, and no view is wider than the screen', async ({ page, server }) => {
    const clients = await deadlock(server);
    try {
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Graph' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Who blocks whom?' })).toBeVisible();
      for (const view of VIEWS) {
        await open(page, `/graph?view=${view}`, 3);
        await expect(page.getByRole('link', { name: PICK }).first()).toBeVisible();
        const widest = await page.evaluate(() => {
          const main = document.querySelector('main');
          return Math.max(document.documentElement.scrollWidth, main?.scrollWidth ?? 0);
        });
        expect(widest, view).toBeLessThanOrEqual(390);
        await expectNoViolations(page, view);
      }
    } finally {
      await clients.close();
    }
  });
});
