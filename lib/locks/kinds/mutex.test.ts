import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { parseMutexToken } from '../../domain/keys/mutex-token';
import { createMutex, type Mutex } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
const open: { close(): Promise<void> }[] = [];
const connections: Redis[] = [];
afterAll(() => redis.disconnect());
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  for (const connection of connections.splice(0)) connection.disconnect();
});

function mutex(options: Partial<Parameters<typeof createMutex>[0]> = {}): Mutex {
  const client = createMutex({ redis, ...options });
  open.push(client);
  return client;
}

function connect(): Redis {
  const connection = redis.duplicate();
  connections.push(connection);
  return connection;
}

describe('mutual exclusion', () => {
  test('never lets two of many contenders on several connections in', async () => {
    const key = randomUUID();
    let inside = 0;
    let most = 0;
    let entries = 0;
    const contend = async (client: Mutex) => {
      for (let round = 0; round < 5; round++) {
        await client.using(key, { leaseMs: 30_000, waitMs: 15_000 }, async () => {
          inside++;
          most = Math.max(most, inside);
          entries++;
          await redis.ping();
          inside--;
        });
      }
    };
    const clients = Array.from({ length: 5 }, () => mutex({ redis: connect() }));
    await Promise.all(clients.flatMap((client) => [1, 2, 3, 4].map(() => contend(client))));
    expect({ most, entries }).toEqual({ most: 1, entries: 100 });
    expect(await redis.exists(key)).toBe(0);
  });

  test('a lock that is held is null, not an error', async () => {
    const key = randomUUID();
    const first = await mutex().tryAcquire(key);
    expect(first).not.toBeNull();
    expect(await mutex().tryAcquire(key)).toBeNull();
    await first?.release();
    expect(await mutex().tryAcquire(key)).not.toBeNull();
  });

  test('a key of bytes that are no text is one lock', async () => {
    const key = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from(randomUUID())]);
    const lease = await mutex().tryAcquire(key);
    expect(await redis.exists(key)).toBe(1);
    expect(await mutex().tryAcquire(key)).toBeNull();
    await lease?.release();
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('a lease', () => {
  test('writes a token that names its process, with the TTL that was asked for', async () => {
    const key = randomUUID();
    const lease = await mutex().tryAcquire(key, { leaseMs: 40_000 });
    expect(await redis.get(key)).toBe(lease?.token);
    expect(parseMutexToken(lease?.token ?? '')).toMatchObject({ pid: process.pid });
    const ttlMs = await redis.pttl(key);
    expect(ttlMs).toBeGreaterThan(30_000);
    expect(ttlMs).toBeLessThanOrEqual(40_000);
    expect(lease?.expiresAtMs).toBeLessThanOrEqual(Date.now() + 40_000);
  });

  test('that ended never releases its successor', async () => {
    const key = randomUUID();
    const late = await mutex().tryAcquire(key, { leaseMs: 60_000 });
    await redis.del(key);
    const successor = await mutex().tryAcquire(key, { leaseMs: 60_000 });
    await expect(late?.release()).rejects.toMatchObject({ code: 'lost', details: { why: 'taken' } });
    expect(late?.signal.reason).toMatchObject({ code: 'lost' });
    expect(await redis.get(key)).toBe(successor?.token);
    await expect(late?.extend(90_000)).rejects.toMatchObject({ code: 'lost' });
    expect(await redis.pttl(key)).toBeLessThanOrEqual(60_000);
  });

  test('is raised by extend and never shortened', async () => {
    const key = randomUUID();
    const lease = await mutex().tryAcquire(key, { leaseMs: 10_000 });
    await lease?.extend(60_000);
    expect(await redis.pttl(key)).toBeGreaterThan(50_000);
    await lease?.extend(1_000);
    expect(await redis.pttl(key)).toBeGreaterThan(50_000);
    expect((lease?.expiresAtMs ?? 0) - Date.now()).toBeGreaterThan(50_000);
  });

  test('is released once however often release is called, and cannot be extended afterwards', async () => {
    const key = randomUUID();
    const lease = await mutex().tryAcquire(key);
    await Promise.all([lease?.release(), lease?.release()]);
    await lease?.release();
    await expect(lease?.extend(1_000)).rejects.toMatchObject({ code: 'not-held' });
    expect(lease?.signal.aborted).toBe(false);
  });

  test('ends with the block that declared it', async () => {
    const key = randomUUID();
    {
      await using lease = await mutex().tryAcquire(key);
      expect(await redis.get(key)).toBe(lease?.token);
    }
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('using', () => {
  const options = { leaseMs: 60_000, waitMs: 1_000 };

  test('gives the result and releases, also when the work throws', async () => {
    const key = randomUUID();
    expect(await mutex().using(key, options, async () => 42)).toBe(42);
    const failing = mutex().using(key, options, () => Promise.reject(new Error('work failed')));
    await expect(failing).rejects.toThrow('work failed');
    expect(await redis.exists(key)).toBe(0);
  });

  test('is an error when the work ended well but the lock was gone', async () => {
    const key = randomUUID();
    const run = mutex().using(key, options, () => redis.del(key));
    await expect(run).rejects.toMatchObject({ code: 'lost', details: { why: 'absent' } });
  });
});

describe('force release', () => {
  test('frees the lock that was seen and refuses its successor', async () => {
    const key = randomUUID();
    const seen = await mutex().tryAcquire(key);
    const token = seen?.token ?? '';
    expect(await mutex().forceRelease(key, { token })).toEqual({ woken: 0 });
    await expect(mutex().forceRelease(key, { token })).rejects.toMatchObject({ code: 'not-held' });
    const successor = await mutex().tryAcquire(key);
    await expect(mutex().forceRelease(key, { token })).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.get(key)).toBe(successor?.token);
  });

  test('of a value that is not unique needs the deadline that was seen', async () => {
    const key = randomUUID();
    await redis.set(key, '1', 'PX', 60_000);
    const wrong = mutex().forceRelease(key, { token: '1', deadlineMs: 'none' });
    await expect(wrong).rejects.toMatchObject({ code: 'changed' });
    await redis.persist(key);
    await mutex().forceRelease(key, { token: '1', deadlineMs: 'none' });
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('a mistake in the arguments names the argument', () => {
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 54])('leaseMs %d', async (leaseMs) => {
    const wrong = { code: 'invalid-argument', details: { argument: 'leaseMs' } };
    await expect(mutex().tryAcquire(randomUUID(), { leaseMs })).rejects.toMatchObject(wrong);
    await expect(mutex().acquire(randomUUID(), { leaseMs, waitMs: 1 })).rejects.toMatchObject(wrong);
    expect(() => mutex({ leaseMs })).toThrowError(expect.objectContaining(wrong));
    const lease = await mutex().tryAcquire(randomUUID());
    await expect(lease?.extend(leaseMs)).rejects.toMatchObject(wrong);
  });

  test.each([-1, Number.NaN])('waitMs %d', async (waitMs) => {
    const refused = mutex().acquire(randomUUID(), { waitMs });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { argument: 'waitMs' },
    });
  });

  test.each(['', Buffer.alloc(0)])('an empty key', async (key) => {
    const refused = mutex().tryAcquire(key);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-argument', details: { argument: 'key' } });
  });

  test('a key that holds something else', async () => {
    const key = randomUUID();
    await redis.hset(key, 'a', 1);
    const refused = mutex().tryAcquire(key);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-argument', details: { argument: 'key' } });
  });

  test('a connection whose prefix would not reach channel names', () => {
    const prefixed = new Redis({ keyPrefix: 'app:', lazyConnect: true });
    expect(() => createMutex({ redis: prefixed })).toThrowError(/keyPrefix/);
  });
});
