import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { AuditAnswer } from '../lib/contract/audit';
import { BulkLine } from '../lib/contract/bulk';
import { withShortTokens } from '../lib/domain/holders/short-token';
import { commandLine } from './support/command-line';
import { CONSENT } from './support/consent';
import { killedProcess } from './support/killed-process';
import { expectNoViolations } from './support/no-violations';
import { expect, test } from './support/test';

const LEASE_MS = 600_000;

/** They were written a moment ago, and a process of Redisson that lives would renew them some day. */
async function acceptUnwatched(run: Locator): Promise<void> {
  await expect(run).toContainText('At least one may renew');
  await run.getByRole('checkbox', { name: CONSENT }).click();
}

/** Opens the run on everything that this holder has, and reads its plan. */
async function openRun(page: Page, ref: string, count: number) {
  await page.goto(`/holders/${encodeURIComponent(ref)}`);
  await page.getByRole('button', { name: `Release ${count} locks…` }).click();
  const run = page.getByRole('region', { name: /^Release everything that/ });
  await expect(run.getByRole('heading', { name: /^Plan, read at/ })).toBeVisible();
  await acceptUnwatched(run);
  return run;
}

test('everything that a killed process left is freed by one act', async ({ page, redis, lockscope }) => {
  const { keys, ref } = await killedProcess(redis, lockscope, 169);
  const run = await openRun(page, ref, 169);
  await expect(run).toContainText('169 × cart:{*}:lock');
  await expect(run).toContainText('CANNOT BE KNOWN');
  const button = run.getByRole('button', { name: 'Release 169 locks', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await run.getByLabel('Reason (required)').fill('OOM-killed, node drained');
  await run.getByLabel('Type 169 to release them').fill('168');
  await expect(run).toContainText('The count is 169');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await run.getByLabel('Type 169 to release them').fill('169');
  await button.click();
  await expect(run.getByRole('heading', { name: 'Released 169 of 169' })).toBeVisible();
  expect(await redis.exists(...keys)).toBe(0);
  await expectNoViolations(page, 'a run that is over');

  await run.getByRole('link', { name: /^Audit \d+$/ }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Release many locks' })).toContainText(
    'OOM-killed, node drained',
  );
});

test('a renewal stops the run, and the rest is released once it is read again', async ({
  page,
  redis,
  lockscope,
}) => {
  const { keys, ref } = await killedProcess(redis, lockscope, 60);
  const run = await openRun(page, ref, 60);
  const alive = await run.getByRole('table').getByRole('link').first().textContent();
  await run.getByLabel('Reason (required)').fill('OOM-killed');
  await run.getByLabel('Type 60 to release them').fill('60');
  await redis.pexpire(alive ?? '', LEASE_MS);
  await run.getByRole('button', { name: 'Release 60 locks', exact: true }).click();

  await expect(run.getByRole('heading', { name: /^Stopped after \d+ of 60$/ })).toBeVisible();
  await expect(run.getByRole('row').filter({ hasText: alive ?? '' })).toContainText('renewed by this token');
  await expect(run).toContainText('One of these locks was renewed');
  const left = await redis.exists(...keys);
  expect(left).toBeGreaterThan(40);

  // Whoever took one of them meanwhile was in no plan that anybody read.
  const held = await Promise.all(keys.map((key) => redis.exists(key)));
  const taken = keys.find((key, at) => held[at] === 1 && key !== alive) ?? '';
  await redis.multi().del(taken).hset(taken, `${randomUUID()}:1`, 1).pexpire(taken, LEASE_MS).exec();
  await run.getByRole('button', { name: `Read the ${left} left again` }).click();
  await expect(run.getByRole('row').filter({ hasText: taken })).toContainText('another holder has it by now');
  const rest = left - 1;
  await run.getByRole('checkbox', { name: /^I accept that/ }).click();
  await run.getByLabel('Reason (required)').fill('it hangs');
  await run.getByLabel(`Type ${rest} to go on`).fill(String(rest));
  await run.getByRole('button', { name: `Release ${rest} locks`, exact: true }).click();
  await expect(run.getByRole('heading', { name: 'Released 59 of 59' })).toBeVisible();
  expect(await redis.exists(...keys)).toBe(1);
  expect(await redis.hlen(taken)).toBe(1);
});

test('chosen locks are released together, and one that was taken meanwhile is left to its successor', async ({
  page,
  redis,
  lockscope,
}) => {
  const { keys } = await killedProcess(redis, lockscope, 3, 'seat');
  await page.goto('/locks?q=seat');
  for (const key of keys) await page.getByRole('row').filter({ hasText: key }).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Release 3 locks…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release 3 chosen locks' });
  await acceptUnwatched(dialog);
  await dialog.getByLabel('Reason (required)').fill('drained');
  const [, taken = ''] = keys;
  await redis.multi().del(taken).hset(taken, `${randomUUID()}:1`, 1).pexpire(taken, LEASE_MS).exec();
  await dialog.getByLabel('Type 3 to release them').fill('3');
  await dialog.getByRole('button', { name: 'Release 3 locks', exact: true }).click();
  await expect(dialog.getByRole('row').filter({ hasText: taken })).toContainText('Refused');
  await expect(dialog.getByRole('heading', { name: 'Released 2 of 3' })).toBeVisible();
  expect(await redis.exists(...keys)).toBe(1);
});

test('all that match a filter are released, also those that the list has not loaded', async ({
  page,
  redis,
  lockscope,
}) => {
  const { keys } = await killedProcess(redis, lockscope, 230, 'seat');
  await redis.set('other:lock', randomUUID(), 'PX', LEASE_MS);
  await page.goto('/locks?q=seat');
  await expect(page.getByRole('row').filter({ hasText: keys[0] ?? '' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
  await page.getByRole('button', { name: 'Release all 230 locks that match…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release all that match “seat”' });
  await acceptUnwatched(dialog);
  await dialog.getByLabel('Reason (required)').fill('drained');
  await dialog.getByLabel('Type 230 to release them').fill('230');
  await dialog.getByRole('button', { name: 'Release 230 locks', exact: true }).click();
  await expect(dialog.getByRole('heading', { name: 'Released 230 of 230' })).toBeVisible();
  expect(await redis.exists(...keys)).toBe(0);
  expect(await redis.exists('other:lock')).toBe(1);
});

test('500 locks of a killed process are freed by one act', async ({ redis, lockscope }) => {
  const { keys, ref } = await killedProcess(redis, lockscope, 500, 'job');
  const post = (path: string, body: object) =>
    fetch(lockscope.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const plan = await (await post('/api/bulk/preview', { holder: ref })).json();
  const items = plan.items.map(({ id, seen }: { id: string; seen: object }) => ({ id, seen }));
  const { although } = plan.requires;
  const answer = await post('/api/bulk/release', { items, count: 500, reason: 'killed', although });
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => BulkLine.parse(JSON.parse(line)));
  const last = lines.at(-1);
  const end = last && 'end' in last ? last.end : null;
  expect(end?.counts).toEqual({ released: 500, refused: 0, unexpected: 0, 'not-tried': 0 });
  expect(await redis.exists(...keys)).toBe(0);
  test.info().annotations.push({ type: 'took', description: `${end?.tookMs} ms` });
});

test('the same from a terminal: shown, counted, refused without the count, and in the audit', async ({
  redis,
  lockscope,
}) => {
  const { keys, ref } = await killedProcess(redis, lockscope, 12, 'report');
  const cli = (...args: string[]) => commandLine(lockscope, 'bulk', ...args);
  const shown = await cli('--holder', ref, '--dry-run');
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('12 of 12 can be released') });
  expect(await cli('--holder', ref, '--count', '12')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--reason'),
  });
  expect((await cli('--holder', ref, '--reason', 'killed', '--count', '11')).code).toBe(2);
  expect(await redis.exists(...keys)).toBe(12);
  const line = ['--holder', ref, '--reason', 'killed', '--count', '12'];
  expect(await cli(...line)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/may renew until .*: --alive/),
  });
  expect(await redis.exists(...keys)).toBe(12);
  const done = await cli(...line, '--alive');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('12 released, 0 refused') });
  expect(await redis.exists(...keys)).toBe(0);

  const audit = await fetch(`${lockscope.url}/api/audit?action=release-many`);
  const { entries } = (await audit.json()) as AuditAnswer;
  expect(entries).toMatchObject([
    { actor: 'on-call', outcome: 'released', key: `all locks of ${withShortTokens(ref)}` },
  ]);
});
