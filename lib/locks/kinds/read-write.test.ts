import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { createReadWrite } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();
const own = () => opened(redis.duplicate());

describe('a read-write lock', () => {
  test('is read by many and written by one alone', async () => {
    const key = randomUUID();
    const [a, b] = [opened(createReadWrite({ redis })), opened(createReadWrite({ redis: own() }))];
    const readers = await Promise.all([a.read.tryAcquire(key), b.read.tryAcquire(key)]);
    expect(readers).not.toContain(null);
    expect(await a.write.tryAcquire(key)).toBeNull();
    const writing = b.write.acquire(key, { waitMs: 15_000 });
    for (const reader of readers) await reader?.release();
    const writer = await writing;
    expect(await a.read.tryAcquire(key)).toBeNull();
    await writer.release();
  });

  test('lets all waiting readers in when the writer leaves', async () => {
    const key = randomUUID();
    const [a, b] = [opened(createReadWrite({ redis })), opened(createReadWrite({ redis: own() }))];
    const writer = await a.write.tryAcquire(key);
    const reading = [1, 2, 3].map(() => b.read.acquire(key, { waitMs: 15_000 }));
    await until('they listen', async () => (await redis.pubsub('CHANNELS', `*${key}*`)).length > 0);
    await writer?.release();
    const readers = await Promise.all(reading);
    expect(Object.keys(await redis.hgetall(key)).length).toBe(4);
    for (const reader of readers) await reader.release();
    expect(await redis.exists(key)).toBe(0);
  });

  test('makes a reader of its writer with no writer between', async () => {
    const key = randomUUID();
    const lock = opened(createReadWrite({ redis }));
    const writer = await lock.write.acquire(key, { waitMs: 0 });
    const reader = await writer.acquireRead();
    await writer.release();
    expect(await lock.write.tryAcquire(key)).toBeNull();
    const another = await lock.read.tryAcquire(key);
    expect(another).not.toBeNull();
    await another?.release();
    await reader.release();
    expect(await redis.exists(key)).toBe(0);
  });

  test("does not make a reader of a writer whose lock was another's meanwhile", async () => {
    const key = randomUUID();
    const lock = opened(createReadWrite({ redis }));
    const writer = await lock.write.acquire(key, { waitMs: 0 });
    await redis.del(key);
    await (await lock.write.acquire(key, { waitMs: 0 })).release();
    await expect(writer.acquireRead()).rejects.toMatchObject({ code: 'lost' });
    expect(await redis.exists(key)).toBe(0);
  });

  test('frees one reader by force and tells it, the others read on', async () => {
    const key = randomUUID();
    const lock = opened(createReadWrite({ redis }));
    const kept = await lock.read.acquire(key, { waitMs: 0 });
    const freed = await lock.read.acquire(key, { waitMs: 0 });
    expect(await lock.read.forceRelease(key, { token: freed.token, holdCount: 1 })).toEqual({ woken: 0 });
    await expect(freed.release()).rejects.toMatchObject({
      code: 'lost',
      details: { why: 'force-released' },
    });
    expect(await lock.write.tryAcquire(key)).toBeNull();
    await kept.release();
  });
});
