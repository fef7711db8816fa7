import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { createReentrant, type Reentrant, type ReentrantLease } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
const clients: Reentrant[] = [];
afterAll(() => redis.disconnect());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function reentrant(options: Partial<Parameters<typeof createReentrant>[0]> = {}): Reentrant {
  const client = createReentrant({ redis, ...options });
  clients.push(client);
  return client;
}

async function held(key: string, leaseMs?: number): Promise<ReentrantLease> {
  const lease = await reentrant().tryAcquire(key, { leaseMs });
  if (!lease) throw new Error('the key of a test must be free');
  return lease;
}

const OWNER = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}:\d+$/;
const channel = (key: string) => `redisson_lock__channel:{${key}}`;

describe('on the wire', () => {
  test('it is one owner field with its hold count and a TTL of 30 s', async () => {
    const key = randomUUID();
    const lease = await held(key);
    expect(lease.token).toMatch(OWNER);
    expect(await redis.hgetall(key)).toEqual({ [lease.token]: '1' });
    expect(await redis.pttl(key)).toBeGreaterThan(25_000);
    expect(await redis.pttl(key)).toBeLessThanOrEqual(30_000);
  });

  test('holders of one process share its id and differ in their number', async () => {
    const [first, second] = [await held(randomUUID()), await held(randomUUID())];
    expect(first.token.split(':')[0]).toBe(second.token.split(':')[0]);
    expect(first.token).not.toBe(second.token);
  });
});

describe('the holder', () => {
  test('re-enters at once while others wait, and the last release frees the lock', async () => {
    const key = randomUUID();
    const outer = await held(key);
    let listens = () => {};
    const listening = new Promise<void>((resolve) => {
      listens = resolve;
    });
    const waiter = reentrant().acquire(key, { waitMs: 15_000, onWaiting: () => listens() });
    await listening;
    const inner = await outer.reenter();
    const innermost = await inner.reenter();
    expect(await redis.hgetall(key)).toEqual({ [outer.token]: '3' });
    expect(innermost.holdCount).toBe(3);
    await outer.release();
    await outer.release();
    expect(await redis.hgetall(key)).toEqual({ [outer.token]: '2' });
    await innermost.release();
    await inner.release();
    const successor = await waiter;
    expect(await redis.hgetall(key)).toEqual({ [successor.token]: '1' });
    await expect(outer.reenter()).rejects.toMatchObject({ code: 'not-held' });
  });

  test('re-enters in parallel without losing count', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const inner = await Promise.all(Array.from({ length: 20 }, () => lease.reenter()));
    expect(await redis.hget(key, lease.token)).toBe('21');
    await Promise.all([lease, ...inner].map((each) => each.release()));
    expect(await redis.exists(key)).toBe(0);
  });

  test('never shortens its lease, neither by re-entering nor by giving a hold back', async () => {
    const key = randomUUID();
    const lease = await held(key, 60_000);
    const inner = await lease.reenter({ leaseMs: 1_000 });
    expect(await redis.pttl(key)).toBeGreaterThan(50_000);
    await lease.extend(120_000);
    await inner.release();
    expect(await redis.pttl(key)).toBeGreaterThan(100_000);
  });

  test('that lost the lock cannot re-enter, and leaves a successor alone', async () => {
    const key = randomUUID();
    const lost = await held(key);
    await redis.del(key);
    const successor = await held(key);
    await expect(lost.reenter()).rejects.toMatchObject({ code: 'lost', details: { why: 'taken' } });
    await expect(lost.release()).rejects.toMatchObject({ code: 'lost' });
    expect(lost.signal.aborted).toBe(true);
    expect(await redis.hgetall(key)).toEqual({ [successor.token]: '1' });
  });

  test('that lost a lock nobody took does not take it by re-entering', async () => {
    const key = randomUUID();
    const lost = await held(key);
    await redis.del(key);
    await expect(lost.reenter()).rejects.toMatchObject({ code: 'lost', details: { why: 'absent' } });
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('beside a Redisson client', () => {
  const owner = `${randomUUID()}:47`;

  /** What Redisson's lock script runs, in one transaction. */
  const redissonLocks = (key: string) => redis.multi().hincrby(key, owner, 1).pexpire(key, 30_000).exec();

  test('its lock excludes ours, and its release message wakes ours', async () => {
    const key = randomUUID();
    await redissonLocks(key);
    expect(await reentrant().tryAcquire(key)).toBeNull();
    let listens = () => {};
    const listening = new Promise<void>((resolve) => {
      listens = resolve;
    });
    const waiter = reentrant().acquire(key, { waitMs: 5_000, onWaiting: () => listens() });
    await listening;
    const [, [, reached] = []] = (await redis.multi().del(key).publish(channel(key), '0').exec()) ?? [];
    expect(reached).toBe(1);
    const lease = await waiter;
    expect(await redis.hgetall(key)).toEqual({ [lease.token]: '1' });
  });

  test('our release reaches its channel with the message it understands', async () => {
    const key = `{${randomUUID()}}:lock`;
    const lease = await held(key);
    const subscriber = redis.duplicate();
    const heard: string[] = [];
    subscriber.on('message', (_, message) => heard.push(message));
    await subscriber.subscribe(`redisson_lock__channel:${key}`);
    const inner = await lease.reenter();
    await inner.release();
    await lease.release();
    await until('the message', () => heard.length > 0);
    expect(heard).toEqual(['0']);
    subscriber.disconnect();
  });

  test('a lock that never expires is waited for, by message', async () => {
    const key = randomUUID();
    await redis.hset(key, owner, 1);
    let listens = () => {};
    const listening = new Promise<void>((resolve) => {
      listens = resolve;
    });
    const waiter = reentrant().acquire(key, { waitMs: 5_000, onWaiting: () => listens() });
    await listening;
    await redis.multi().del(key).publish(channel(key), '0').exec();
    await (await waiter).release();
  });

  test('its read-write lock is busy and untouched', async () => {
    const key = randomUUID();
    await redis.hset(key, 'mode', 'read', owner, 1);
    expect(await reentrant().tryAcquire(key)).toBeNull();
    expect(await redis.hgetall(key)).toEqual({ mode: 'read', [owner]: '1' });
  });
});

describe('force release', () => {
  test('takes all holds that were seen, wakes the waiter, and the old holder learns of it', async () => {
    const key = randomUUID();
    const client = reentrant({ leaseMs: 3_000 });
    const lease = await client.tryAcquire(key);
    await lease?.reenter();
    const token = lease?.token ?? '';
    await expect(client.forceRelease(key, { token, holdCount: 1 })).rejects.toMatchObject({
      code: 'changed',
    });
    const waiter = reentrant().acquire(key, { waitMs: 15_000 });
    await until('the waiter listens', async () => (await redis.pubsub('NUMSUB', channel(key)))[1] === 1);
    expect(await client.forceRelease(key, { token, holdCount: 2 })).toEqual({ woken: 1 });
    const successor = await waiter;
    await until('the old holder knows', () => lease?.signal.aborted);
    expect(lease?.signal.reason).toMatchObject({ code: 'lost', details: { why: 'force-released' } });
    expect(await redis.hgetall(key)).toEqual({ [successor.token]: '1' });
  });
});

test('a key that holds something else is a mistake in the arguments', async () => {
  const key = randomUUID();
  await redis.set(key, '1');
  const refused = reentrant().tryAcquire(key);
  await expect(refused).rejects.toMatchObject({ code: 'invalid-argument', details: { argument: 'key' } });
});
