import { describe, expect, test } from 'vitest';
import { taken } from '../party';
import { expectLeft, LONG_MS, newKey, WATCHDOG_MS, type World } from './world';

/** What only Redisson has, on its own or beside ours. */
export function ownKinds(world: () => World): void {
  test('a spin lock of Redisson is a reentrant lock to us, which it polls and releases without a word', async () => {
    const { ours, redisson, redis } = world();
    const key = newKey();
    const lease = await taken(ours, 'reentrant', key, { leaseMs: LONG_MS });
    const spinning = await redisson.wait('spin', key);
    await lease.release();
    const spin = await spinning.held;
    expect(await redis.hgetall(key)).toEqual({ [spin.token]: '1' });
    expect(await ours.take('reentrant', key)).toBeNull();
    await spin.release();

    const silent = await redisson.take('spin', key, { leaseMs: WATCHDOG_MS });
    expect(silent).not.toBeNull();
    const next = await (await ours.wait('reentrant', key)).held; // when its TTL has passed
    await next.release();
    await expectLeft(world(), key, []);
  });

  describe('the program can use for a test of something else', () => {
    test('a semaphore', async () => {
      const { redisson } = world();
      const key = newKey();
      expect(await redisson.setPermits(key, 1, 'semaphore')).toBe(true);
      const permit = await redisson.acquire('semaphore', key);
      const waiting = await redisson.wait('semaphore', key);
      expect(await redisson.state('semaphore', key)).toEqual({ available: 0 });
      await permit.release();
      await waiting.held;
    });

    test('a count-down latch', async () => {
      const { redisson } = world();
      const key = newKey();
      expect(await redisson.setPermits(key, 1, 'latch')).toBe(true);
      const waiting = await redisson.wait('latch', key);
      const open = await redisson.take('latch', newKey());
      expect(open).not.toBeNull();
      expect(await redisson.take('latch', key)).toBeNull();
      expect(await redisson.state('latch', key)).toEqual({ available: 1 });
      expect(await redisson.forceRelease('latch', newKey())).toBe(false);
      await redisson.release('latch', key);
      await waiting.held;
    });
  });
}
