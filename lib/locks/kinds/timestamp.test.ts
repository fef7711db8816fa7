import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { legacyTimestampLock } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();

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
