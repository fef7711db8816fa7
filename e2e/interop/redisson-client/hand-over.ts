import { describe, expect, test } from 'vitest';
import { type SharedKind, taken } from '../party';
import {
  DIRECTIONS,
  expectLeft,
  LONG_MS,
  lastingKeys,
  newKey,
  newLock,
  serverTime,
  type World,
} from './world';

const PAIRS: readonly [held: SharedKind, wanted: SharedKind][] = [
  ['reentrant', 'reentrant'],
  ['fair', 'fair'],
  ['fenced', 'fenced'],
  ['write', 'write'],
  ['write', 'read'],
  ['read', 'write'],
  ['permit', 'permit'],
  ['multi', 'multi'],
];

/** Our waiters look for themselves after 10 s, Redisson's when the TTL they read has passed. */
const BY_ITSELF_MS = 9_000;
/** Who waits asks before and after it subscribes; a multi-lock of ours, which has several channels, after each. */
const POLLS_MS = 500;

export function handOver(world: () => World): void {
  describe.each(PAIRS)('a %s lock that is held keeps a %s lock away', (held, wanted) => {
    test.each(DIRECTIONS)('%s releases it, and %s has it by message', async (first, second) => {
      const { place, [first]: holder, [second]: waiter } = world();
      const key = await newLock(world(), held);
      const lease = await taken(holder, held, key, { leaseMs: LONG_MS });
      expect(await waiter.take(wanted, key, { leaseMs: LONG_MS })).toBeNull();

      const startedMs = performance.now();
      const before = await place.scriptsRun();
      const waiting = await waiter.wait(wanted, key);
      await serverTime(world(), POLLS_MS);
      const asked = (await place.scriptsRun()) - before;
      await lease.release();
      const next = await waiting.held;
      expect(performance.now() - startedMs).toBeLessThan(BY_ITSELF_MS);
      expect(asked).toBeLessThanOrEqual(wanted === 'multi' ? 5 : 3);

      expect(await holder.take(held, key, { leaseMs: LONG_MS })).toBeNull();
      await next.release();
      await expectLeft(world(), key, lastingKeys(held, key));
    });
  });

  test('both wait where both publish: on a cluster with sharded pub/sub on sharded channels', async () => {
    const { place, pubsub, ours, redisson } = world();
    const key = newKey();
    const lease = await taken(redisson, 'reentrant', key, { leaseMs: LONG_MS });
    const waiting = [await ours.wait('reentrant', key), await redisson.wait('reentrant', key)];
    const sharded = pubsub === 'sharded' || (pubsub === 'auto' && place.cluster);
    expect(await place.subscriptions(key)).toEqual({ classic: sharded ? 0 : 2, sharded: sharded ? 2 : 0 });
    await lease.release();
    await Promise.all(waiting.map(async ({ held }) => (await held).release()));
    await expectLeft(world(), key, []);
  });

  test.each(PAIRS)('%s held, %s wanted: Redisson alone leaves the same keys', async (held, wanted) => {
    const { redisson } = world();
    const key = await newLock(world(), held);
    const lease = await taken(redisson, held, key, { leaseMs: LONG_MS });
    const waiting = await redisson.wait(wanted, key);
    await lease.release();
    await (await waiting.held).release();
    await expectLeft(world(), key, lastingKeys(held, key));
  });
}
