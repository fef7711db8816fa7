import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../../lib/domain/keys/redisson-names';

/** Two Redisson threads, each with one of these fair locks, that wait for the lock of the other and listen for it. */
export async function fairCircle(redis: Redis, [a, b]: readonly [string, string]) {
  const [one, other] = [`${randomUUID()}:47`, `${randomUUID()}:48`];
  const waiters = redis.duplicate();
  for (const [key, owner, waiter] of [
    [a, one, other],
    [b, other, one],
  ] as const) {
    await redis
      .multi()
      .hset(key, owner, 1)
      .pexpire(key, 600_000)
      .rpush(fairQueueOf(key), waiter)
      .zadd(fairDeadlinesOf(key), Date.now() + 600_000, waiter)
      .exec();
    await waiters.subscribe(fairChannelOf(key, waiter));
  }
  return { tokens: [one, other] as const, close: () => waiters.disconnect() };
}
