import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fairDeadlinesOf, fairQueueOf } from '../../../lib/domain/keys/redisson-names';
import { type Held, taken } from '../party';
import { DIRECTIONS, expectLeft, LONG_MS, newKey, type Side, serverTime, type World } from './world';

/** How long a silent waiter keeps its place after its turn was due: Redisson's default and ours. */
const QUEUE_MS = 300_000;
const NEAR_MS = 5_000;

export function fairQueue(world: () => World): void {
  const queueOf = (key: string) => world().redis.lrange(fairQueueOf(key), 0, -1);

  /** Begins to wait; resolves when it has its place. */
  async function queue(side: Side, key: string, waitMs?: number): Promise<{ held: Promise<Held> }> {
    const ahead = (await queueOf(key)).length;
    const waiting = await world()[side].wait('fair', key, { ...(waitMs && { waitMs }) });
    await expect.poll(async () => (await queueOf(key)).length).toBe(ahead + 1);
    return waiting;
  }

  describe('a fair lock has one queue for both:', () => {
    test.each(DIRECTIONS)('six waiters are served as they came, %s first', async (first, second) => {
      const key = newKey();
      const holder = await taken(world()[second], 'fair', key, { leaseMs: LONG_MS });
      const order: Side[] = [first, second, second, first, first, second];
      const served: number[] = [];
      const turns: Promise<void>[] = [];
      for (const [n, side] of order.entries()) {
        const { held } = await queue(side, key);
        turns.push(
          held.then((lease) => {
            served.push(n);
            return lease.release();
          }),
        );
      }
      await holder.release();
      await Promise.all(turns);
      expect(served).toEqual([0, 1, 2, 3, 4, 5]);
      await expectLeft(world(), key, []);
    });

    test.each(DIRECTIONS)('a waiter of %s that gives up moves nobody else', async (quitter, other) => {
      const { redis, [other]: party } = world();
      const key = newKey();
      const startMs = Date.now();
      const holder = await taken(party, 'fair', key, { leaseMs: LONG_MS });
      const quitting = [await queue(quitter, key, 1_500)];
      const third = await queue(other, key);
      quitting.push(await queue(quitter, key, 1_000));
      const last = await queue(quitter, key);
      for (const { held } of quitting) await expect(held).rejects.toThrow();

      await expect.poll(async () => (await queueOf(key)).length).toBe(2);
      const places = await queueOf(key);
      expect(await redis.zcard(fairDeadlinesOf(key))).toBe(2);
      const scores = await Promise.all(places.map((place) => redis.zscore(fairDeadlinesOf(key), place)));
      const [first = 0, second = 0] = scores.map((score) => Number(score) - startMs - LONG_MS);
      expect(first).toBeGreaterThan(QUEUE_MS - NEAR_MS);
      expect(second).toBeGreaterThan(first);
      expect(second).toBeLessThan(4 * QUEUE_MS);

      await holder.release();
      const leases = [];
      for (const { held } of [third, last]) {
        const lease = await held;
        leases.push(lease.token);
        await lease.release();
      }
      expect(leases).toEqual(places);
      await expectLeft(world(), key, []);
    });

    test('a waiter of Redisson that is interrupted leaves its place behind, which ends at its deadline', async () => {
      const { ours, redisson } = world();
      const key = newKey();
      const holder = await taken(ours, 'fair', key, { leaseMs: 1_000 });
      const ghost = await redisson.wait('fair', key, { waitMs: 1_500 });
      const behind = await queue('ours', key);
      await ghost.interrupt();
      await expect(ghost.held).rejects.toMatchObject({ name: 'InterruptedException' });
      expect((await queueOf(key)).length).toBe(2);
      await holder.release();
      expect(await ours.take('fair', key)).toBeNull();
      await (await behind.held).release();
      await expectLeft(world(), key, []);
    });

    test('whoever does not queue takes nothing from a place that is kept, and all when its time is over', async () => {
      const { redis, ours, redisson } = world();
      const key = newKey();
      const absent = `${randomUUID()}:7`;
      await redis.rpush(fairQueueOf(key), absent);
      await redis.zadd(fairDeadlinesOf(key), Date.now() + 1_500, absent);
      expect(await ours.take('fair', key)).toBeNull();
      expect(await redisson.take('fair', key)).toBeNull();
      expect(await queueOf(key)).toEqual([absent]);
      await serverTime(world(), 1_600);
      const lease = await taken(redisson, 'fair', key);
      expect(await ours.take('fair', key)).toBeNull();
      await lease.release();
      await expectLeft(world(), key, []);
    });
  });
}
