import type { Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import { call } from '../../lib/api/http';
import type { PastMoment, Timeline } from '../../lib/contract/history/past';
import { fairDeadlinesOf, fairQueueOf } from '../../lib/domain/keys/redisson-names';
import { giveConsent, releaseNow } from './consent';
import { until } from './redis-server';
import { expect } from './test';

export const KEY = 'payout:batch:eu-central';
export const ID = `test.0.${KEY}`;
export const [FIRST, SECOND, THIRD] = [
  '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47',
  '17ab3d43-03b0-4cd8-8966-8bbd088f8c58:12',
  '55cd3d43-03b0-4cd8-8966-8bbd088f8c58:31',
];

/** Moments at which the console had seen what is said: epoch ms on its clock. */
export type ShortHistory = {
  firstHeldMs: number;
  freedMs: number;
  secondHeldMs: number;
  expiredMs: number;
};

/**
 * Lets a lock be held by one client with a queue of one behind it, force-released on its page, then taken by a second one
 * whose lease lapses; resolves once all of it is stored.
 */
export async function makeHistory(page: Page, redis: Redis, url: string): Promise<ShortHistory> {
  // What the first pass finds is known to be held, not to have been acquired just then.
  await until('a first pass over all keys', async () => {
    const { coverage } = await call('GET /api/locks', { base: url });
    return coverage.completedAtMs !== null;
  });
  await redis.rpush(fairQueueOf(KEY), THIRD);
  await redis.zadd(fairDeadlinesOf(KEY), Date.now() + 600_000, THIRD);
  await hold(redis, FIRST, 600_000);
  const firstHeldMs = await seen(url, (holders) => holders === 1);
  await release(page);
  const freedMs = await seen(url, (holders) => holders === 0);
  await redis.del(fairQueueOf(KEY), fairDeadlinesOf(KEY));
  await hold(redis, SECOND, 4_000);
  const secondHeldMs = await seen(url, (holders) => holders === 1);
  const expiredMs = await seen(url, (holders) => holders === 0);
  await until('stored history', async () => {
    const { spans } = await timelineOf(url, { from: firstHeldMs - 60_000, to: expiredMs + 60_000 });
    return spans.length === 2 && spans.every(({ toMs }) => toMs !== null);
  });
  return { firstHeldMs, freedMs, secondHeldMs, expiredMs };
}

/** Its last holder comes back after its lease, which proves that it lived on; resolves once the ledger has it. */
export async function comeBack(redis: Redis, url: string): Promise<void> {
  await hold(redis, SECOND, 600_000);
  await until('the ledger has it', async () => {
    const query = { lock: ID, from: Date.now() - 600_000, to: Date.now() + 60_000 };
    return (await call('GET /api/history/ledger', { base: url, query })).holds === 1;
  });
}

/** A hold of the lock, as Redisson writes it. */
export async function hold(redis: Redis, token: string, leaseMs: number): Promise<void> {
  await redis.multi().hset(KEY, token, 1).pexpire(KEY, leaseMs).exec();
}

export function timelineOf(url: string, { from, to }: { from: number; to: number }): Promise<Timeline> {
  return call('GET /api/history/timeline', { base: url, query: { lock: ID, from, to } });
}

export function momentOf(url: string, atMs: number): Promise<PastMoment> {
  return call('GET /api/history/moment', { base: url, query: { at: atMs, graph: '1' } });
}

/** When the console has so many holders of the lock; half a second of it has passed then, so that the moment lies inside. */
async function seen(url: string, is: (holders: number) => boolean): Promise<number> {
  let sinceMs: number | null = null;
  await until('the console has seen it', async () => {
    const { locks, nowMs } = await call('GET /api/locks', { base: url });
    const holders = locks.find(({ id }) => id === ID)?.holders.length ?? 0;
    sinceMs = is(holders) ? (sinceMs ?? nowMs) : null;
    return sinceMs !== null && nowMs - sinceMs > 500;
  });
  return (sinceMs ?? 0) + 250;
}

async function release(page: Page): Promise<void> {
  await page.goto(`/locks/test.0/${KEY}`);
  await page.getByRole('button', { name: 'Force-release…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Force-release this lock?' });
  await releaseNow(dialog);
  await giveConsent(dialog); // a holder that was seen for a moment may renew
  await dialog.getByLabel(/Reason/).fill('stuck');
  const typed = dialog.getByLabel('Type the key to confirm');
  if (await typed.isVisible()) await typed.fill(KEY);
  await dialog.getByRole('button', { name: /^Force-release/ }).click();
  await expect(page.getByRole('dialog', { name: 'Released' })).toBeVisible();
}
