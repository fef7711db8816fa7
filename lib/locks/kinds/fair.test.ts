import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import { scripts } from '../../redis/scripts.generated';
import { createFair, createReentrant } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();
const own = () => opened(redis.duplicate());

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
