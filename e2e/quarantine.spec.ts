import type { Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import { giveConsent } from './support/consent';
import { expectNoViolations } from './support/no-violations';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'payout:batch:eu-central:2026-10-14';
const HOLDER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const SUCCESSOR = 'b21f7c02-95ab-4f3e-8a55-3f2f6f2b5a31:31';
const PATH = `/locks/test.0/${KEY}`;

const take = (redis: Redis, token: string) => redis.multi().hset(KEY, token, 1).pexpire(KEY, 600_000).exec();

/** Puts the lock in quarantine for this long from the dialog of its page. */
async function quarantine(page: Page, time: string): Promise<void> {
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByRole('radio', { name: /Quarantine first/ }),
    'nothing shows whether the holder lives',
  ).toBeChecked();
  await expect(dialog).toContainText('nobody waits now');
  await expect(dialog).toContainText('a token of yours has the lock: nobody can acquire it');
  await expect(dialog).toContainText('its renewal and its release fail before anyone else starts');
  await dialog.getByRole('textbox', { name: 'Time in quarantine' }).fill('6m');
  await expect(dialog).toContainText('from 1s to 5m');
  await expect(dialog.getByRole('button', { name: /^Quarantine/ })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: 'Time in quarantine' }).fill(time);
  await dialog.getByLabel(/Reason/).fill('hangs, may wake');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill(KEY);
  await giveConsent(dialog);
  await expectNoViolations(page, 'the choice of a quarantine');
  await dialog.getByRole('button', { name: /^Quarantine/ }).click();
  const done = page.getByRole('dialog', { name: 'In quarantine' });
  await expect(done).toContainText(/It is released at/);
  await done.getByRole('button', { name: 'Close', exact: true }).click();
}

test('a lock is put in quarantine, in which its holder fails, and is free for the next one after it', async ({
  page,
  redis,
}) => {
  await take(redis, HOLDER);
  await quarantine(page, '20s');
  const during = page.getByRole('region', { name: /^In quarantine: it is released at/ });
  await expect(during).toContainText('renewals and a release of its holder fail');
  await expect(page.getByRole('region', { name: 'Holder', exact: true })).toContainText('quarantine:');
  const [token = ''] = await redis.hkeys(KEY);
  expect(token).toMatch(/^lockscope_quarantine:redisson-lock:/);
  await expectNoViolations(page, 'a quarantine');
  const verdictBlock = page.getByRole('region', { name: 'IN QUARANTINE', exact: true });
  await expect(verdictBlock).toContainText(
    /put the lock in quarantine (at|before) .*: nobody can acquire it/,
  );
  await expect(verdictBlock).toContainText('at the latest it expires at');
  await expect(page.getByRole('heading', { name: 'It is in quarantine' })).toBeVisible();

  await until('it is released', async () => (await redis.exists(KEY)) === 0);
  await take(redis, SUCCESSOR);
  const after = page.getByRole('region', { name: 'Released: b21f…:31 has the lock' });
  await expect(after).toContainText('Quarantine over');
  await expect(after).toContainText('has not come back so far');

  await page.goto('/audit');
  const rows = page.getByRole('row').filter({ hasText: KEY });
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('In quarantine');
  await expect(rows.first()).toContainText('Released');
});

test('it has a button of its own, and the choice is the operator’s from then on', async ({ page, redis }) => {
  await take(redis, HOLDER);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Quarantine…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quarantine this lock?' });
  await expect(dialog.getByRole('radio', { name: /Quarantine first/ })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Quarantine, holder unknown' })).toBeVisible();
  const age = dialog.locator('header').getByText(/re-read every second/);
  await expect(age).toBeVisible();
  const [titleBox, ageBox] = await Promise.all([
    dialog.locator('header').getByRole('heading').boundingBox(),
    age.boundingBox(),
  ]);
  const middle = (ageBox?.y ?? 0) + (ageBox?.height ?? 0) / 2;
  expect(middle, 'the age of its reading is on the line of its title').toBeLessThan(
    (titleBox?.y ?? 0) + (titleBox?.height ?? 0),
  );
  await dialog.getByRole('radio', { name: 'Release now' }).check();
  const release = page.getByRole('dialog', { name: 'Force-release this lock?' });
  await expect(release.getByRole('button', { name: 'Force-release, holder unknown' })).toBeVisible();
  await page.waitForResponse((response) => response.url().endsWith('/preview'));
  await expect(release.getByRole('radio', { name: 'Release now' })).toBeChecked();
});

for (const width of [320, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('the buttons of a lock stand side by side and none is cut off', async ({ page, redis }) => {
      await take(redis, HOLDER);
      await page.goto(PATH);
      const names = ['Extend…', 'Quarantine…', 'Force-release…'];
      const buttons = names.map((name) => page.getByRole('button', { name }));
      for (const button of buttons) await expect(button).toBeVisible();
      const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
      const [first, ...rest] = boxes.map((box) => ({ start: 0, end: 0, y: 0, ...sidesOf(box) }));
      let end = first?.end ?? 0;
      expect(first?.start).toBeGreaterThanOrEqual(0);
      for (const box of rest) {
        expect(box.y).toBe(first?.y);
        expect(box.start, 'none lies over another').toBeGreaterThanOrEqual(end);
        end = box.end;
      }
      expect(end).toBeLessThanOrEqual(width);
      for (const button of buttons)
        expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    });
  });
}

function sidesOf(box: { x: number; y: number; width: number } | null) {
  return box && { start: box.x, end: box.x + box.width, y: box.y };
}

test('a lock whose unlock compares nothing offers none', async ({ page, redis }) => {
  await redis.set('order:42:lock', '1', 'PX', 600_000);
  await page.goto('/locks/test.0/order:42:lock');
  const button = page.getByRole('button', { name: 'Quarantine…' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  await expect(page.getByText('It cannot be put in quarantine: its kind has no way to')).toBeVisible();
  await page.getByRole('button', { name: 'Force-release…' }).click();
  const choice = page.getByRole('dialog').getByRole('radio', { name: /Quarantine first/ });
  await expect(choice).toBeDisabled();
  await expect(page.getByRole('dialog')).toContainText('Locks of this kind cannot be put in quarantine.');
});
