import { describe, expect, test } from 'vitest';
import { until } from '../../support/redis-server';
import { type SharedKind, taken } from '../party';
import { expectLeft, LONG_MS, lastingKeys, newLock, type World } from './world';

const FREED: readonly [held: SharedKind, wanted: SharedKind][] = [
  ['reentrant', 'reentrant'],
  ['fair', 'fair'],
  ['fenced', 'fenced'],
  ['write', 'write'],
  ['read', 'write'],
  ['permit', 'permit'],
  ['multi', 'multi'],
];

/** How Redisson tells an application that it did not hold what it released; of a permit as the cause of another. */
const errorOf = (kind: SharedKind) =>
  kind === 'permit' ? /IllegalArgumentException/ : /not locked by current thread|IllegalMonitorState/;

export function force(world: () => World): void {
  describe.each(FREED)('a %s lock freed by force', (held, wanted) => {
    test('by us wakes the waiters of both, and the unlock of the Redisson holder fails', async () => {
      const { ours, redisson } = world();
      const key = await newLock(world(), held);
      const ex = await taken(redisson, held, key, { leaseMs: LONG_MS });
      const waiting = await redisson.wait(wanted, key);
      const ourWaiting = await ours.wait(wanted, key);
      if (held !== 'permit')
        await expect(ours.forceRelease(held, key, { token: ex.token, holdCount: 2 })).rejects.toMatchObject({
          code: 'changed',
        });
      const { woken } = await ours.forceRelease(held, key, { token: ex.token, holdCount: 1 });
      expect(woken).toBeGreaterThanOrEqual(1);
      const next = await Promise.race([waiting.held, ourWaiting.held]);
      await expect(ex.release()).rejects.toThrow(errorOf(held));
      await next.release();
      const both = await Promise.all([waiting.held, ourWaiting.held]);
      await both.find((lease) => lease !== next)?.release();
      await expectLeft(world(), key, lastingKeys(held, key));
    });

    test('by Redisson wakes our waiter, and our holder is told', async () => {
      const { ours, redisson } = world();
      const key = await newLock(world(), held);
      const ex = await ours.acquire(held, key, { waitMs: 0 });
      const waiting = await ours.wait(wanted, key);
      if (held === 'permit') await redisson.release('permit', key, ex.token);
      else if (held === 'multi') await redisson.forceRelease('reentrant', `${key}:b`);
      else expect(await redisson.forceRelease(held, key)).toBe(true);
      await until('the signal says so', () => ex.signal.aborted);
      expect(ex.signal.reason).toMatchObject({ code: 'lost' });
      await expect(ex.release()).rejects.toMatchObject({ code: 'lost' });
      await (await waiting.held).release();
      await expectLeft(world(), key, lastingKeys(held, key));
    });
  });
}
