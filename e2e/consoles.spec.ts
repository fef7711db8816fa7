import { setTimeout as pause } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import { Redis } from 'ioredis';
import type { HistorySeries } from '../lib/contract/history/history';
import type { Timeline } from '../lib/contract/history/past';
import type { LockList } from '../lib/contract/locks';
import { type Lag, watchLag } from './incident/lag';
import { type RunningConsole, startConsole } from './support/console';
import { freePort } from './support/free-port';
import { hasPostgres, type PostgresServer, startPostgres } from './support/postgres';
import { type RedisServer, startRedisServer, until } from './support/redis-server';
import { usablePage } from './support/usable-page';

/** Within this another console collects; what it has not seen by then is a hole in the history. */
const TAKEOVER_MS = 5_000;
/** A hold is seen to begin and end this exactly, at worst, by a console that runs: what it or Redis stood still counts on top. */
const ERROR_MS = 450;

type Place = {
  server: RedisServer;
  redis: Redis;
  postgres: PostgresServer;
  consoles: RunningConsole[];
  lags: Lag[];
};

const test = base.extend<{ place: Place }>({
  ...usablePage,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  place: async ({}, use, info) => {
    const [server, postgres] = await Promise.all([startRedisServer(), startPostgres()]);
    const redis = new Redis(server.url);
    const consoles: RunningConsole[] = [];
    const lags: Lag[] = [];
    for (let i = 0; i < 2; i++) consoles.push(await startShared(server, postgres));
    await use({ server, redis, postgres, consoles, lags });
    for (const lag of lags) await lag.stop().catch(() => {}); // of a console that was killed
    if (info.status !== info.expectedStatus)
      for (const each of consoles) await info.attach('console log', { body: each.logs() });
    await Promise.all(consoles.map((each) => each.close()));
    redis.disconnect();
    await postgres.close();
    await server.close();
  },
});

test.skip(!hasPostgres(), 'there is no PostgreSQL for what several consoles remember');

async function startShared(server: RedisServer, postgres: PostgresServer): Promise<RunningConsole> {
  const port = await freePort();
  return startConsole({
    ...{ redisUrl: `${server.url}/1`, port },
    env: {
      LOCKSCOPE_COORDINATION_URL: `${server.url}/0`,
      LOCKSCOPE_HISTORY_URL: postgres.url,
      LOCKSCOPE_TAKEOVER_MS: String(TAKEOVER_MS),
    },
  });
}

async function ask<T>({ url }: RunningConsole, path: string): Promise<T> {
  const response = await fetch(`${url}/api/${path}`, { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** One hold, by the account of who had it; epoch ms. */
type Hold = { token: string; fromMs: number; toMs: number };

/** Takes and gives back one lock after the other, until stopped; tells when each was held. */
function work(server: RedisServer) {
  const redis = new Redis(`${server.url}/1`);
  const holds: Hold[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const [token, fromMs] = [`token-${i}`, Date.now()];
      await redis.set('work:lock', token, 'PX', 30_000);
      await pause(1_000);
      await redis.del('work:lock');
      holds.push({ token, fromMs, toMs: Date.now() });
      await pause(500);
    }
  })();
  return {
    holds,
    async stop() {
      stopping.abort();
      await running;
      redis.disconnect();
    },
  };
}

async function ownerOf(redis: Redis): Promise<string | null> {
  const text = await redis.get('lockscope:console:{test}');
  return text === null ? null : JSON.parse(text).url;
}

test('two consoles show the same, and one of them collects', { tag: '@long' }, async ({ place, page }) => {
  const { server, consoles } = place;
  const redis = new Redis(`${server.url}/1`);
  await redis.set('order:7:lock', 'token-of-order-7', 'PX', 600_000);
  const idle = String(await redis.client('LIST'));
  redis.disconnect();
  expect(
    idle.match(/name=lockscope:subscriber/g) ?? [],
    'one console alone follows the changes',
  ).toHaveLength(1);
  for (const each of consoles) {
    await page.goto(`${each.url}/locks`);
    await expect(page.getByRole('link', { name: 'order:7:lock' })).toBeVisible();
    await expect(page.getByText(/^Live/).first()).toBeVisible();
  }
});

test('a console that only watches through others releases a lock as any', { tag: '@long' }, async ({
  place,
}) => {
  const { server, redis, consoles } = place;
  const client = new Redis(`${server.url}/1`);
  await client.set('order:8:lock', 'token-of-order-8', 'PX', 600_000);
  const owner = await until('one collects', () => ownerOf(redis));
  const follower = consoles.find(({ url }) => url !== owner);
  if (!follower) throw new Error('both collect');
  const { locks } = await until('it shows the lock', async () => {
    const list = await ask<LockList>(follower, 'locks');
    return list.locks.length > 0 ? list : null;
  });
  const id = encodeURIComponent(locks[0]?.id ?? '');
  const post = async (verb: string, body: object) => {
    const response = await fetch(`${follower.url}/api/locks/${id}/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { seen, typedKey } = await post('preview', { action: 'release' });
  expect(await post('release', { seen, typedKey, reason: 'a test' })).toMatchObject({ outcome: 'released' });
  expect(await client.exists('order:8:lock')).toBe(0);
  client.disconnect();
  const ends = async (each: RunningConsole) => {
    const told = await ask<Timeline>(each, `history/timeline?lock=${id}`);
    return told.spans[0]?.ended ?? null;
  };
  for (const each of consoles)
    expect(await until('its history tells how it ended', () => ends(each))).toBe('force-released');
});

test('kill -9 of the one that collects: the other does within the time, and nothing counts twice', {
  tag: '@long',
}, async ({ place }) => {
  const { server, redis, consoles, lags } = place;
  const owner = await until('one collects', () => ownerOf(redis));
  const first = consoles.find(({ url }) => url === owner);
  const second = consoles.find(({ url }) => url !== owner);
  if (!first || !second) throw new Error('not one of two collects');
  lags.push(...[first, second].map(({ url }) => watchLag(url, server.url)));
  const worker = work(server);
  await until('some holds', () => worker.holds.length > 8);
  await lags[0]?.stop();
  const killedAtMs = Date.now();
  process.kill(first.pid, 'SIGKILL');
  await until('the other collects', async () => (await ownerOf(redis)) === second.url);
  const before = worker.holds.length;
  await until('more holds', () => worker.holds.length > before + 8);
  await worker.stop();
  await lags[1]?.stop();
  const lagMs = (atMs: number, withinMs?: number) =>
    Math.max(...lags.map((lag) => lag.after(atMs, withinMs)));
  const isNear = (toldMs: number | null, reallyMs: number) =>
    Math.abs((toldMs ?? 0) - reallyMs) < ERROR_MS + lagMs(reallyMs);

  const [fromMs, toMs] = [(worker.holds[0]?.fromMs ?? 0) - 1_000, Date.now()];
  const range = `from=${fromMs}&to=${toMs}`;
  const told = await until('the last hold is told of', async () => {
    const timeline = await ask<Timeline>(second, `history/timeline?target=test&${range}`);
    const last = worker.holds.at(-1);
    return timeline.spans.some(({ token, toMs: endMs }) => token === last?.token && endMs !== null)
      ? timeline
      : null;
  });
  const holes = told.gaps.filter((gap) => gap.toMs > killedAtMs && gap.fromMs < toMs - 1_000);
  const hole = holes[0];
  expect(holes, 'one hole: from the last write of the first to the first of the second').toHaveLength(1);
  if (!hole) return;
  const withinMs = TAKEOVER_MS + lagMs(killedAtMs, TAKEOVER_MS);
  expect(hole.toMs - killedAtMs, 'the other took over in time').toBeLessThan(withinMs);
  expect(hole.toMs - hole.fromMs, 'the hole is no longer than that').toBeLessThan(withinMs + 1_500);

  const outside = worker.holds.filter(
    (hold) => hold.toMs + lagMs(hold.toMs) < hole.fromMs - ERROR_MS || hold.fromMs > hole.toMs + ERROR_MS,
  );
  const spans = told.spans.filter(({ key }) => key === 'work:lock');
  for (const hold of outside) {
    const same = spans.filter(({ token }) => token === hold.token);
    expect(same, `the hold from ${hold.fromMs} stands there once`).toHaveLength(1);
    expect(isNear(same[0]?.fromMs ?? null, hold.fromMs), `${hold.token} began at ${hold.fromMs}`).toBe(true);
    expect(isNear(same[0]?.toMs ?? null, hold.toMs), `${hold.token} ended at ${hold.toMs}`).toBe(true);
  }
  expect(spans.length).toBeLessThanOrEqual(worker.holds.length);
  const { total } = await ask<HistorySeries>(second, `history/series?target=test&${range}`);
  expect(total.acquisitions).toBeLessThanOrEqual(worker.holds.length);
  expect(total.acquisitions).toBeGreaterThanOrEqual(outside.length - 1);
});
