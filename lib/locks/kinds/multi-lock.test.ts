import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { createMultiLock, createReentrant } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();
const own = () => opened(redis.duplicate());

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
    const lease = await opened(createMultiLock({ redis, leaseMs: 3_000 })).acquire(keys, { waitMs: 0 });
    await redis.del(keys[1] ?? '');
    await until('the signal says lost', () => lease.signal.aborted);
    expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'absent' } });
  });
});
