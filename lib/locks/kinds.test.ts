import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
import { until } from '../../e2e/support/redis-server';
import { fairDeadlinesOf, fairQueueOf, fenceOf } from '../domain/redisson-names';
import { scripts } from '../redis/scripts.generated';
import {
  createFair,
  createFenced,
  createMultiLock,
  createMutex,
  createReadWrite,
  createReentrant,
  createSemaphore,
  type Lease,
  type LockClient,
  legacyTimestampLock,
} from './index';

const redis = new Redis(inject('redisUrl'));
const closers: (() => unknown)[] = [];
afterAll(() => redis.disconnect());
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function opened<C extends { close(): Promise<void> }>(client: C): C {
  closers.push(() => client.close());
  return client;
}

function own(): Redis {
  const connection = redis.duplicate();
  closers.push(() => connection.disconnect());
  return connection;
}

type Any = Pick<LockClient<Lease, never>, 'tryAcquire' | 'acquire' | 'close'>;
const exclusive: [string, (connection: Redis) => Any][] = [
  ['mutex', (connection) => createMutex({ redis: connection })],
  ['reentrant', (connection) => createReentrant({ redis: connection })],
  ['fair', (connection) => createFair({ redis: connection })],
  ['fenced', (connection) => createFenced({ redis: connection })],
  ['write', (connection) => createReadWrite({ redis: connection }).write],
  ['one-permit semaphore', (connection) => createSemaphore({ redis: connection, permits: 1 })],
  ['timestamp', (connection) => legacyTimestampLock({ redis: connection })],
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
    const other = opened(create(own()));
    await expect(other.acquire(key, { leaseMs: 60_000, waitMs: 60 })).rejects.toMatchObject({
      code: 'wait-timeout',
    });
    const stop = new AbortController();
    const waiting = other.acquire(key, { leaseMs: 60_000, waitMs: 15_000, signal: stop.signal });
    waiting.catch(() => {});
    await until('the waiter listens', async () => (await redis.pubsub('CHANNELS', `*${key}*`)).length > 0);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await lease?.release();
    const again = await holder.tryAcquire(key, { leaseMs: 60_000 });
    expect(again).not.toBeNull();
    await again?.release();
  });
});

describe.each(exclusive.filter(([name]) => name !== 'timestamp'))('the lease of a %s', (_, create) => {
  test('is as long as its longest promise, in whatever order its calls arrive', async () => {
    const key = randomUUID();
    const lease = await opened(create(redis)).tryAcquire(key, { leaseMs: 300 });
    await Promise.all([lease?.extend(60_000), lease?.extend(100)]);
    const promisedMs = (lease?.expiresAtMs ?? 0) - Date.now();
    expect(promisedMs).toBeGreaterThan(50_000);
    const started = Date.now();
    await until('the first lease would have ended', () => Date.now() > started + 350);
    expect(await opened(create(own())).tryAcquire(key)).toBeNull();
    await lease?.release();
  });
});

describe('a fair lock', () => {
  test('keeps the place of a waiter behind one that left late', async () => {
    const key = randomUUID();
    const queueMs = 1_000;
    const holder = opened(createReentrant({ redis }));
    const lease = await holder.tryAcquire(key, { leaseMs: 60_000 });
    await redis.del(key); // a lease that is short, so that A's turn is due soon
    await redis.hset(key, lease?.token ?? '', 1);
    await redis.pexpire(key, 900);
    const scripted = (token: string, wait = queueMs) =>
      redis.eval(
        scripts.acquireFair.text,
        3,
        key,
        fairQueueOf(key),
        fairDeadlinesOf(key),
        token,
        60_000,
        1,
        wait,
      );
    await scripted('a:1');
    const started = Date.now();
    await until('A was silent for longer than its wait', () => Date.now() > started + 1_500);
    await redis.hset(key, 'other:1', 1);
    await scripted('w:1');
    const giveUp = ['a:1', String(queueMs), 'channel', 'PUBLISH'];
    await redis.eval(scripts.giveUpFair.text, 3, key, fairQueueOf(key), fairDeadlinesOf(key), ...giveUp);
    await redis.del(key);
    await scripted('x:1');
    expect(await redis.lindex(fairQueueOf(key), 0)).toBe('w:1');
    const score = Number(await redis.zscore(fairDeadlinesOf(key), 'w:1'));
    expect(score - Date.now()).toBeGreaterThan(queueMs / 2);
  });

  test('is given in the order of the calls, over two processes', async () => {
    const key = randomUUID();
    const [a, b] = [opened(createFair({ redis: own() })), opened(createFair({ redis: own() }))];
    const lease = await a.tryAcquire(key);
    const served: number[] = [];
    const waiters: Promise<void>[] = [];
    for (const n of [0, 1, 2, 3, 4, 5]) {
      const client = n % 2 ? a : b;
      waiters.push(client.using(key, { waitMs: 15_000 }, async () => void served.push(n)));
      await until('it is queued', async () => (await redis.llen(`redisson_lock_queue:{${key}}`)) === n + 1);
    }
    await lease?.release();
    await Promise.all(waiters);
    expect(served).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await redis.exists(`redisson_lock_queue:{${key}}`, `redisson_lock_timeout:{${key}}`)).toBe(0);
  });

  test('leaves the queue when a wait is aborted', async () => {
    const key = randomUUID();
    const client = opened(createFair({ redis }));
    const lease = await client.tryAcquire(key);
    const stop = new AbortController();
    const waiting = client.acquire(key, { waitMs: 15_000, signal: stop.signal });
    await until('it is queued', async () => (await redis.llen(`redisson_lock_queue:{${key}}`)) === 1);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await until('the queue is gone', async () => !(await redis.exists(`redisson_lock_queue:{${key}}`)));
    await lease?.release();
  });
});

describe('a fenced lock', () => {
  test('gives a larger token to every acquisition and re-entry', async () => {
    const key = randomUUID();
    const client = opened(createFenced({ redis }));
    const tokens: bigint[] = [];
    for (let i = 0; i < 3; i++) {
      const lease = await client.acquire(key, { waitMs: 0 });
      tokens.push(lease.fencingToken);
      const inner = await lease.reenter();
      tokens.push(inner.fencingToken);
      await inner.release();
      await lease.release();
    }
    expect(tokens).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
  });

  test('is exact beyond 2^53', async () => {
    const key = randomUUID();
    await redis.set(fenceOf(key), '9007199254740993');
    const lease = await opened(createFenced({ redis })).acquire(key, { waitMs: 0 });
    expect(lease.fencingToken).toBe(9007199254740994n);
    await lease.release();
  });
});

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
    const lease = await semaphore.tryAcquire(key, { leaseMs: 200 });
    const next = await opened(createSemaphore({ redis: own() })).acquire(key, { waitMs: 15_000 });
    await until('the signal says lost', () => lease?.signal.aborted);
    expect(lease?.signal.reason).toMatchObject({ code: 'lost', details: { why: 'expired' } });
    await next.release();
  });
});

describe('a multi-lock', () => {
  test('takes all keys or none, and waits for the one that is held', async () => {
    const [x, y, z] = [randomUUID(), randomUUID(), randomUUID()];
    const multi = opened(createMultiLock({ redis }));
    const single = opened(createReentrant({ redis: own() }));
    const held = await single.tryAcquire(y);
    expect(await multi.tryAcquire([x, y, z])).toBeNull();
    expect(await redis.exists(x, z)).toBe(0);
    const waiting = multi.acquire([z, y, x], { waitMs: 15_000 });
    await until('it listens', async () => (await redis.pubsub('CHANNELS', `*${y}*`)).length > 0);
    await held?.release();
    const lease = await waiting;
    for (const key of [x, y, z]) expect(await redis.hgetall(key)).toEqual({ [lease.token]: '1' });
    await lease.release();
    expect(await redis.exists(x, y, z)).toBe(0);
  });

  test('never waits for another multi-lock of the same keys for ever', async () => {
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const clients = [opened(createMultiLock({ redis })), opened(createMultiLock({ redis: own() }))];
    let inside = 0;
    const play = async (client: (typeof clients)[number], order: string[]) => {
      for (let turn = 0; turn < 30; turn++) {
        await client.using(order, { waitMs: 15_000 }, async () => {
          expect(++inside).toBe(1);
          inside--;
        });
      }
    };
    await Promise.all(clients.map((client, i) => play(client, i ? [...keys].reverse() : keys)));
  });

  test('is lost when one member is', async () => {
    const keys = [randomUUID(), randomUUID()];
    const lease = await opened(createMultiLock({ redis, leaseMs: 600 })).acquire(keys, { waitMs: 0 });
    await redis.del(keys[1] ?? '');
    await until('the signal says lost', () => lease.signal.aborted);
    expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'absent' } });
  });
});

describe('the timestamp lock shows why it is legacy:', () => {
  test('a clock that is ahead takes a lock that is held', async () => {
    const key = randomUUID();
    const lock = opened(legacyTimestampLock({ redis }));
    const holder = await lock.tryAcquire(key, { leaseMs: 30_000 });
    const now = Date.now;
    Date.now = () => now() + 31_000;
    try {
      const thief = await lock.tryAcquire(key, { leaseMs: 30_000 });
      expect(thief).not.toBeNull();
      expect(holder?.signal.aborted).toBe(false); // two holders, and neither knows
    } finally {
      Date.now = now;
    }
  });

  test("the loser's GETSET moves the winner's deadline, who can then not release", async () => {
    const key = randomUUID();
    const lock = opened(legacyTimestampLock({ redis }));
    await redis.set(key, String(Date.now() - 1_000)); // lapsed: two come to take it over
    const winner = await lock.tryAcquire(key, { leaseMs: 30_000 });
    await redis.getset(key, String(Date.now() + 90_000)); // the second had read the lapsed value as well
    await expect(winner?.release()).rejects.toMatchObject({ code: 'lost', details: { why: 'taken' } });
    expect(await lock.tryAcquire(key, { leaseMs: 30_000 })).toBeNull(); // nobody's, and held
  });

  test('and it cannot be renewed', async () => {
    const lock = opened(legacyTimestampLock({ redis }));
    const lease = await lock.tryAcquire(randomUUID(), { leaseMs: 30_000 });
    await expect(lease?.extend(1_000)).rejects.toMatchObject({ code: 'extend-unsupported' });
    await expect(lock.tryAcquire(randomUUID(), { watchdog: true })).rejects.toMatchObject({
      code: 'extend-unsupported',
    });
  });
});
