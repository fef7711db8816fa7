import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import type { PossibleAnswer } from '../lib/contract/possible';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';

const WIDTH = 390;
/** What a finger needs, px. */
const TARGET = 44;
const HOLD = [
  'booking:{2026-11-23}:flight:LH-1234:seat:12A',
  'booking:{2026-11-23}:flight:LH-1234:upper-deck:window:seat:14C',
  'booking:{2026-11-23}:train',
] as const;
const [FLIGHT] = HOLD;
const DOUBTS = ['door:7', 'stock:eu-central-1:warehouse:0007:shelf:12:bin:4:place:77'];

test.use({ viewport: { width: WIDTH, height: 844 } });

/** One thread of a Redisson client holds the keys of a multi-lock whose names are long; two keys are in doubt. */
async function write(redis: Redis): Promise<void> {
  const token = `${randomUUID()}:47`;
  const all = redis.multi();
  for (const key of HOLD) all.hset(key, token, 1).pexpire(key, 600_000);
  for (const key of DOUBTS) all.set(key, randomUUID(), 'PX', 600_000);
  await all.set('cron:lock', '1').exec();
}

/** Every control is between the left and the right edge of the screen. */
async function expectInView(controls: Locator): Promise<void> {
  expect(await controls.count()).toBeGreaterThan(0);
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    const name = await control.evaluate((node) => node.getAttribute('aria-label') ?? node.textContent);
    expect.soft(box?.x, `${name}: its left edge`).toBeGreaterThanOrEqual(0);
    expect.soft((box?.x ?? 0) + (box?.width ?? 0), `${name}: its right edge`).toBeLessThanOrEqual(WIDTH);
  }
}

/** What is wider than its room, and is cut off or scrolls sideways. What only screen readers have does not count. */
function cutIn(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter((node) => node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1)
      .filter((node) => !['visible', 'clip'].includes(getComputedStyle(node).overflowX))
      .map((node) => `${node.tagName} ${node.className}: "${node.textContent?.slice(0, 60)}"`),
  );
}

test('keys in doubt are a stack with both decisions in view', { tag: '@long' }, async ({
  page,
  redis,
  lockscope,
}) => {
  await write(redis);
  await expect
    .poll(
      async () => ((await (await fetch(`${lockscope.url}/api/possible`)).json()) as PossibleAnswer).matched,
    )
    .toBe(DOUBTS.length);
  await page.goto('/possible');
  for (const key of DOUBTS) {
    await expect(page.getByRole('link', { name: key, exact: true })).toBeVisible();
    for (const name of [`It is a lock for ${key}`, `Not a lock for ${key}`]) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(TARGET);
    }
  }
  await expectInView(page.locator('main').getByRole('button'));
  expect(await cutIn(page, 'main')).toEqual([]);
  await expectNoViolations(page, 'narrow possible locks');

  await page.getByRole('button', { name: `Not a lock for ${DOUBTS[1]}` }).click();
  const undo = page.getByRole('button', { name: `Take back for ${DOUBTS[1]}` });
  await expect(undo).toBeVisible();
  await expectInView(page.locator('main').getByRole('button'));
});

test('the release of a hold over several keys shows every key whole', { tag: '@long' }, async ({
  page,
  redis,
}) => {
  await write(redis);
  await page.goto(`/locks/test.0/${encodeURIComponent(FLIGHT)}`);
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  const keys = dialog.getByRole('group', { name: 'Keys of the same holder token' });
  for (const key of HOLD) {
    const row = keys.getByRole('listitem').filter({ hasText: key });
    const name = row.getByText(key, { exact: true });
    await expect(name).toBeVisible();
    const [whole, beside] = [await name.boundingBox(), await row.getByText(/waiters|waits?/).boundingBox()];
    expect(whole?.width, 'a key has most of the width').toBeGreaterThan(Math.min(200, key.length * 6));
    expect(beside?.y, 'who waits stands under it').toBeGreaterThanOrEqual(
      (whole?.y ?? 0) + (whole?.height ?? 0) - 1,
    );
  }
  await expectInView(dialog.locator('button, input, textarea, [role=checkbox], [role=radio]'));
  expect(await cutIn(page, '[role=dialog]')).toEqual([]);
  const list = keys.getByRole('list');
  expect(await list.evaluate((node) => node.scrollHeight - node.clientHeight), 'nothing scrolls inside').toBe(
    0,
  );
  await expectNoViolations(page, 'narrow release');
});

test('no page is wider than the screen', { tag: '@long' }, async ({ page, redis }) => {
  await write(redis);
  const pages = [
    '/',
    '/locks',
    '/families',
    '/insights',
    '/graph',
    '/holders',
    '/findings',
    '/nodes',
    '/history',
    '/audit',
    '/possible',
  ];
  for (const path of [...pages, '/timeline', `/locks/test.0/${encodeURIComponent(FLIGHT)}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const part of ['html', 'main', 'header'])
      expect
        .soft(
          await page
            .locator(part)
            .first()
            .evaluate((node) => node.scrollWidth - node.clientWidth),
          `${path} ${part}`,
        )
        .toBeLessThanOrEqual(0);
  }
});
