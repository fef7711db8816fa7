import { describe, expect, test } from 'vitest';
import { readTimeoutPrefixOf } from '../../../lib/domain/keys/redisson-names';
import { type Held, type SharedKind, taken } from '../party';
import { DIRECTIONS, expectLeft, LONG_MS, lastingKeys, newKey, newLock, type World } from './world';

const REENTRANT: readonly SharedKind[] = ['reentrant', 'fair', 'fenced', 'read', 'write'];

/** A holder token in the bytes that do not depend on who holds. */
function nameless(hash: Record<string, string>, token: string): Record<string, string> {
  const plain = token.replace(/:write$/, '');
  return Object.fromEntries(
    Object.entries(hash).map(([field, value]) => [field.replace(plain, 'holder'), value]),
  );
}

export function holds(world: () => World): void {
  describe.each(REENTRANT)('a %s lock taken again', (kind) => {
    const counted = (count: number) =>
      kind === 'read' || kind === 'write'
        ? { mode: kind, [kind === 'write' ? 'holder:write' : 'holder']: String(count) }
        : { holder: String(count) };

    test.each(DIRECTIONS)(
      'by %s is counted as by %s, and kept until the last release',
      async (side, other) => {
        const { redis, [side]: party, [other]: stranger } = world();
        const key = newKey();
        const wanted = kind === 'read' ? 'write' : kind;
        const first = await taken(party, kind, key, { leaseMs: LONG_MS });
        const leases: Held[] = [first, await first.again(), await first.again()];
        for (let count = leases.length; count > 0; count--) {
          expect(nameless(await redis.hgetall(key), first.token)).toEqual(counted(count));
          if (kind === 'read')
            expect(await redis.pttl(`${readTimeoutPrefixOf(key, first.token)}:${count}`)).toBeGreaterThan(0);
          expect(await stranger.take(wanted, key)).toBeNull();
          await leases.pop()?.release();
        }
        const next = await taken(stranger, wanted, key);
        await next.release();
        await expectLeft(world(), key, lastingKeys(kind, key));
      },
    );
  });

  test('fencing tokens grow by one with every acquisition and re-entry of either', async () => {
    const { ours, redisson } = world();
    const key = newKey();
    const tokens: (bigint | null)[] = [];
    for (const party of [redisson, ours, ours, redisson]) {
      const lease = await taken(party, 'fenced', key, { leaseMs: LONG_MS });
      const inner = await lease.again();
      tokens.push(lease.fencingToken, inner.fencingToken);
      expect((await redisson.state('fenced', key)).fencingToken).toBe(String(inner.fencingToken));
      await inner.release();
      await lease.release();
    }
    expect(tokens).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]);
  });

  test('a semaphore counts the permits of both, and each side counts the same', async () => {
    const { ours, redisson } = world();
    const key = newKey();
    expect(await ours.setPermits(key, 3)).toBe(true);
    expect(await redisson.setPermits(key, 9)).toBe(false);
    const leases = [
      await taken(redisson, 'permit', key, { leaseMs: LONG_MS }),
      await taken(ours, 'permit', key, { leaseMs: LONG_MS }),
    ];
    const agreed = { available: 1, held: 2 };
    expect([await ours.permits(key), await redisson.permits(key)]).toEqual([agreed, agreed]);
    leases.push(await taken(redisson, 'permit', key, { leaseMs: LONG_MS }));
    expect([await ours.take('permit', key), await redisson.take('permit', key)]).toEqual([null, null]);
    for (const lease of leases) await lease.release();
    const free = { available: 3, held: 0 };
    expect([await ours.permits(key), await redisson.permits(key)]).toEqual([free, free]);
    await expectLeft(world(), key, [key]);
  });

  test.each(DIRECTIONS)(
    'a multi-lock of %s waits for the member that %s holds, and keeps it away',
    async (side, other) => {
      const { [side]: party, [other]: single, redis } = world();
      const key = await newLock(world(), 'multi');
      const member = await taken(single, 'reentrant', `${key}:b`, { leaseMs: LONG_MS });
      expect(await party.take('multi', key)).toBeNull();
      expect(await redis.exists(`${key}:a`)).toBe(0);
      const waiting = await party.wait('multi', key);
      await member.release();
      const lease = await waiting.held;
      for (const each of ['a', 'b', 'c'])
        expect(await redis.hgetall(`${key}:${each}`)).toEqual({ [lease.token]: '1' });
      expect(await single.take('reentrant', `${key}:c`)).toBeNull();
      await lease.release();
      await expectLeft(world(), key, []);
    },
  );
}
