import { expect, test } from 'vitest';
import { type Held, type SharedKind, taken } from '../party';
import {
  expectLeft,
  isOlder,
  LONG_MS,
  lastingKeys,
  newKey,
  newLock,
  serverTime,
  WATCHDOG_MS,
  type World,
} from './world';

const WATCHED: readonly SharedKind[] = ['reentrant', 'fair', 'fenced', 'write', 'multi'];

export function watchdogs(world: () => World): void {
  test('the watchdogs of both renew side by side, and neither renews what is not its own', async () => {
    const { ours, redisson, redis } = world();
    const watched: { kind: SharedKind; key: string; lease: Held }[] = [];
    for (const party of [ours, redisson]) {
      for (const kind of WATCHED) {
        const key = await newLock(world(), kind);
        watched.push({ kind, key, lease: await taken(party, kind, key) });
      }
    }
    const shared = newKey();
    const readers = [await taken(ours, 'read', shared), await taken(redisson, 'read', shared)];
    const semaphore = newKey();
    await ours.setPermits(semaphore, 2);
    const permit = await taken(ours, 'permit', semaphore);
    const fixed = { ours: newKey(), redisson: newKey() };
    await taken(ours, 'reentrant', fixed.ours, { leaseMs: WATCHDOG_MS });
    await taken(redisson, 'reentrant', fixed.redisson, { leaseMs: WATCHDOG_MS });
    await taken(redisson, 'permit', semaphore, { leaseMs: WATCHDOG_MS });

    await serverTime(world(), 2 * WATCHDOG_MS + 500);
    expect(await redis.exists(fixed.ours)).toBe(0);
    expect(await redis.exists(fixed.redisson)).toBe(0);
    expect(await redisson.permits(semaphore)).toEqual({ available: 1, held: 1 });
    expect(Object.keys(await redis.hgetall(shared)).sort()).toEqual(
      ['mode', ...readers.map(({ token }) => token)].sort(),
    );
    for (const { kind, key, lease } of watched) {
      const name = kind === 'multi' ? `${key}:b` : key;
      expect(await redis.hgetall(name)).toMatchObject({ [lease.token]: '1' });
      expect(await redis.pttl(name)).toBeLessThanOrEqual(WATCHDOG_MS);
      await lease.release();
      await expectLeft(world(), key, lastingKeys(kind, key));
    }
    for (const reader of readers) await reader.release();
    await permit.release();
    await expectLeft(world(), shared, []);
    await expectLeft(world(), semaphore, [semaphore]);
  });

  test('a reader of ours with a fixed lease ends in time although Redisson reads on', async () => {
    const { ours, redisson, redis, version } = world();
    const key = newKey();
    const staying = await taken(redisson, 'read', key);
    const ending = await taken(ours, 'read', key, { leaseMs: WATCHDOG_MS });
    await serverTime(world(), WATCHDOG_MS + 1_000);
    // Before 4.4.0 Redisson's watchdog renewed all readers in the hash, whosoever they were.
    const renewed = isOlder(version, 4, 4);
    expect(await redis.pttl(`{${key}}:${ending.token}:rwlock_timeout:1`)).toSatisfy(
      (ms: number) => renewed === ms > 0,
    );
    await staying.release();
    if (renewed) await redis.del(key);
    await expectLeft(world(), key, renewed ? [`{${key}}:${ending.token}:rwlock_timeout:1`] : []);
    await taken(ours, 'write', key, { leaseMs: LONG_MS }).then((lease) => lease.release());
  });
}
