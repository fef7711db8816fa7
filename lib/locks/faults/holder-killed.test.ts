import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { endWorkers, startWorker } from '../../../e2e/support/worker';
import { type AnyLease, type AnyLock, kinds, leaseEndMs } from './kinds';

const redisUrl = await fileRedis();
const url = redisUrl;
const redis = new Redis(url);
const clients: AnyLock[] = [];
afterAll(async () => {
  await endWorkers();
  await Promise.all(clients.map((client) => client.close()));
  redis.disconnect();
});

const LEASE_MS = 3_000;
const SUCCESSOR_LEASE_MS = 60_000;
/** Far above what a timer is late by, far below the 10 s after which a waiter looks without any reason. */
const PROMPT_MS = 4_000;

/** On the server's clock: when the killed holder's lease ended, and when its successor took the lock. */
type Succession = { endMs: number; takenMs: number; lease: AnyLease };

/** Has a process take a lock of every kind, somebody wait for each, and the process killed with kill -9. */
async function succession(watchdog: 'yes' | 'no'): Promise<Map<string, Succession>> {
  const key = randomUUID();
  const holder = startWorker('hold-every-kind', { url, key, 'lease-ms': LEASE_MS, watchdog });
  await holder.event('held');
  const ends = () => Promise.all(kinds.map((kind) => leaseEndMs(kind, redis, `${key}:${kind.name}`)));
  const before = await ends();
  const successors = kinds.map(async (kind): Promise<[string, AnyLease, number]> => {
    const client = kind.create({ redis });
    clients.push(client);
    const name = `${key}:${kind.name}`;
    const options = { leaseMs: SUCCESSOR_LEASE_MS, watchdog: false, waitMs: 15_000 };
    const lease = await client.acquire(name, options);
    return [kind.name, lease, (await leaseEndMs(kind, redis, name)) - SUCCESSOR_LEASE_MS];
  });
  if (watchdog === 'yes') {
    await until('every lease was renewed', async () =>
      (await ends()).every((endMs, at) => endMs > Number(before[at])),
    );
  }
  await holder.kill('SIGKILL');
  const after = await ends();
  return new Map(
    (await Promise.all(successors)).map(([name, lease, takenMs], at) => [
      name,
      { endMs: Number(after[at]), takenMs, lease },
    ]),
  );
}

const stories = new Map<string, Map<string, Succession>>();
beforeAll(async () => {
  const modes = ['no', 'yes'] as const;
  for (const [at, story] of (await Promise.all(modes.map(succession))).entries())
    stories.set(String(modes[at]), story);
});

describe.each([
  ['a fixed lease', 'no'],
  ['a watchdog', 'yes'],
])('under %s,', (_, watchdog) => {
  test.each(kinds)(
    'a $name of a process killed with kill -9 goes to the waiter when its lease ends, not before',
    async ({ name }) => {
      const story = stories.get(watchdog)?.get(name);
      if (!story) throw new Error(`nobody took the ${name}`);
      expect(story.endMs).toBeGreaterThan(0);
      expect(story.takenMs).toBeGreaterThanOrEqual(story.endMs);
      expect(story.takenMs - story.endMs).toBeLessThan(PROMPT_MS);
      expect(story.lease.signal.aborted).toBe(false);
      await story.lease.release();
    },
  );
});
