import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { createSemaphore } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();
const own = () => opened(redis.duplicate());

describe('a semaphore', () => {
  test('lets in as many as it has permits, and the next when one is given back', async () => {
    const key = randomUUID();
    const semaphore = opened(createSemaphore({ redis, permits: 2 }));
    const leases = [await semaphore.tryAcquire(key), await semaphore.tryAcquire(key)];
    expect(await semaphore.tryAcquire(key)).toBeNull();
    expect(await semaphore.permits(key)).toEqual({ available: 0, held: 2 });
    const waiting = opened(createSemaphore({ redis: own() })).acquire(key, { waitMs: 15_000 });
    await until('it listens', async () => (await redis.pubsub('CHANNELS', `*${key}*`)).length > 0);
    await leases[0]?.release();
    const third = await waiting;
    expect(third.token).toMatch(/^[0-9a-f]{32}$/);
    await leases[1]?.release();
    await third.release();
    expect(await semaphore.permits(key)).toEqual({ available: 2, held: 0 });
  });

  test('without permits has none to give until they are set', async () => {
    const key = randomUUID();
    const semaphore = opened(createSemaphore({ redis }));
    expect(await semaphore.permits(key)).toBeNull();
    const waiting = semaphore.acquire(key, { waitMs: 15_000 });
    await until('it listens', async () => (await redis.pubsub('CHANNELS', `*${key}*`)).length > 0);
    expect(await semaphore.trySetPermits(key, 1)).toBe(true);
    expect(await semaphore.trySetPermits(key, 9)).toBe(false);
    await (await waiting).release();
  });

  test('gives a permit to another when its lease has ended, and its holder is told', async () => {
    const key = randomUUID();
    const semaphore = opened(createSemaphore({ redis, permits: 1 }));
    const lease = await semaphore.tryAcquire(key, { leaseMs: 200, watchdog: false });
    const next = await opened(createSemaphore({ redis: own() })).acquire(key, { waitMs: 15_000 });
    await until('the signal says lost', () => lease?.signal.aborted);
    expect(lease?.signal.reason).toMatchObject({ code: 'lost', details: { why: 'expired' } });
    await next.release();
  });
});
