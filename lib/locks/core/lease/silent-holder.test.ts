import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { fileServer } from '../../../../e2e/support/file-server';
import { until } from '../../../../e2e/support/redis-server';
import { createMutex } from '../../index';

const own = fileServer();
const { opened } = closing();
const mutex = () => opened(createMutex({ redis: own.redis, heartbeat: false }));

async function attempts(): Promise<number> {
  const stats = await own.redis.info('commandstats');
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

describe('a lock of a library that tells nobody when it releases', () => {
  test('is had soon after it is deleted, by few and rarer attempts', async () => {
    const key = randomUUID();
    await own.redis.set(key, 'of-another-library', 'PX', 60_000);
    const before = await attempts();
    const waiting = mutex().acquire(key, { waitMs: 15_000 });
    const started = Date.now();
    await until('it waited a while', () => Date.now() - started > 2_000);
    expect((await attempts()) - before).toBeLessThan(12); // 25, 50, 100 … 1,000 ms
    await own.redis.del(key);
    const lease = await waiting;
    expect(await own.redis.get(key)).toBe(lease.token);
  });

  test('is had at once where the server sends keyspace events', async () => {
    await own.redis.config('SET', 'notify-keyspace-events', 'Kgx');
    try {
      const keys = [1, 2, 3, 4, 5].map(() => randomUUID());
      await Promise.all(keys.map((key) => own.redis.set(key, 'of-another-library', 'PX', 60_000)));
      const waiting = keys.map((key) => mutex().acquire(key, { waitMs: 15_000 }));
      const started = Date.now();
      await until('their pauses last a second', () => Date.now() - started > 2_000);
      const deletedMs = performance.now();
      await own.redis.del(...keys);
      await Promise.all(waiting);
      expect(performance.now() - deletedMs).toBeLessThan(400); // five pauses of 750 to 1,250 ms would be longer
    } finally {
      await own.redis.config('SET', 'notify-keyspace-events', '');
    }
  });
});

test('clients of one connection share one subscription and one subscriber', async () => {
  const key = randomUUID();
  const lease = await mutex().tryAcquire(key);
  const waiting = [mutex(), mutex(), mutex()].map((client) => client.acquire(key, { waitMs: 15_000 }));
  const subscribers = async () => (await own.redis.pubsub('NUMSUB', `lockscope_lock__channel:{${key}}`))[1];
  await until('they listen', subscribers);
  expect(await subscribers()).toBe(1);
  const served = waiting.map(async (each) => (await each).release());
  await lease?.release();
  await Promise.all(served);
});
