import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import type { Lease, LockClient } from '../index';
import * as locks from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();
const own = () => opened(redis.duplicate());

type Any = Pick<LockClient<Lease, never>, 'tryAcquire' | 'acquire' | 'close'>;
const exclusive: [string, (connection: Redis) => Any][] = [
  ['mutex', (connection) => locks.createMutex({ redis: connection })],
  ['reentrant', (connection) => locks.createReentrant({ redis: connection })],
  ['fair', (connection) => locks.createFair({ redis: connection })],
  ['fenced', (connection) => locks.createFenced({ redis: connection })],
  ['write', (connection) => locks.createReadWrite({ redis: connection }).write],
  ['one-permit semaphore', (connection) => locks.createSemaphore({ redis: connection, permits: 1 })],
  ['timestamp', (connection) => locks.legacyTimestampLock({ redis: connection })],
];

describe.each(exclusive)('a %s', (_, create) => {
  test('is had by one, and by the waiter of another process as soon as it is released', async () => {
    const key = randomUUID();
    const holder = opened(create(redis));
    const lease = await holder.tryAcquire(key, { leaseMs: 60_000 });
    expect(lease).not.toBeNull();
    const other = opened(create(own()));
    expect(await other.tryAcquire(key, { leaseMs: 60_000 })).toBeNull();
    const waiting = other.acquire(key, { leaseMs: 60_000, waitMs: 15_000 });
    await until('the waiter listens', async () => (await redis.pubsub('CHANNELS', `*${key}*`)).length > 0);
    await lease?.release();
    const successor = await waiting;
    expect(await holder.tryAcquire(key, { leaseMs: 60_000 })).toBeNull();
    await successor.release();
    const again = await holder.tryAcquire(key, { leaseMs: 60_000 });
    expect(again).not.toBeNull();
    await again?.release();
  });

  test('leaves no lease behind that a signal or a wait limit ended', async () => {
    const key = randomUUID();
    const holder = opened(create(redis));
    const lease = await holder.tryAcquire(key, { leaseMs: 60_000 });
    const connection = own();
    await connection.ping(); // so that the wait is one for the lock
    const other = opened(create(connection));
    await expect(other.acquire(key, { leaseMs: 60_000, waitMs: 2_000 })).rejects.toMatchObject({
      code: 'wait-timeout',
    });
    const stop = new AbortController();
    const waiting = other.acquire(key, { leaseMs: 60_000, waitMs: 15_000, signal: stop.signal });
    waiting.catch(() => {});
    await until('the waiter listens', async () => (await redis.pubsub('CHANNELS', `*${key}*`)).length > 0);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await lease?.release();
    // A try that was under way when the signal came may win for as long as its answer takes, and is given back then.
    const again = await until('it is free', () => holder.tryAcquire(key, { leaseMs: 60_000 }), 20_000);
    await again.release();
  });
});

describe.each(exclusive.filter(([name]) => name !== 'timestamp'))('the lease of a %s', (_, create) => {
  test('is as long as its longest promise, in whatever order its calls arrive', async () => {
    const key = randomUUID();
    const lease = await opened(create(redis)).tryAcquire(key, { leaseMs: 3_000 });
    await Promise.all([lease?.extend(60_000), lease?.extend(1_000)]);
    const promisedMs = (lease?.expiresAtMs ?? 0) - Date.now();
    expect(promisedMs).toBeGreaterThan(50_000);
    const started = Date.now();
    await until('the first lease would have ended', () => Date.now() > started + 3_050);
    expect(await opened(create(own())).tryAcquire(key)).toBeNull();
    await lease?.release();
  });
});
