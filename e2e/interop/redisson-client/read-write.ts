import { describe, expect, test } from 'vitest';
import { readTimeoutPrefixOf } from '../../../lib/domain/keys/redisson-names';
import { taken } from '../party';
import { DIRECTIONS, expectLeft, LONG_MS, newKey, type World } from './world';

export function readWrite(world: () => World): void {
  const holdLeftMs = (key: string, token: string) =>
    world().redis.pttl(`${readTimeoutPrefixOf(key, token)}:1`);

  describe('a read-write lock', () => {
    test.each(DIRECTIONS)(
      'read by %s and %s is left by one with the other still in it',
      async (first, second) => {
        const { redis, [first]: one, [second]: other } = world();
        const key = newKey();
        const leaving = await taken(one, 'read', key, { leaseMs: LONG_MS });
        const staying = await taken(other, 'read', key, { leaseMs: LONG_MS / 2 });
        expect(await redis.hgetall(key)).toEqual({
          mode: 'read',
          [leaving.token]: '1',
          [staying.token]: '1',
        });
        const again = await leaving.again();
        await again.release();
        await leaving.release();
        expect(await redis.hgetall(key)).toEqual({ mode: 'read', [staying.token]: '1' });
        expect(await holdLeftMs(key, leaving.token)).toBe(-2);
        const leftMs = await holdLeftMs(key, staying.token);
        expect(leftMs).toBeGreaterThan(0);
        expect(Math.abs((await redis.pttl(key)) - leftMs)).toBeLessThan(1_000); // it lasts as long as who stays

        expect(await one.take('write', key)).toBeNull();
        const writer = await one.wait('write', key);
        await staying.release();
        await (await writer.held).release();
        await expectLeft(world(), key, []);
      },
    );

    test.each(DIRECTIONS)(
      'written by %s may be read by its writer, whom %s finds as Redisson leaves it',
      async (side, other) => {
        const { redis, [side]: party, [other]: stranger } = world();
        const key = newKey();
        const writer = await taken(party, 'write', key, { leaseMs: LONG_MS });
        const reader = await writer.again('read');
        expect(await redis.hgetall(key)).toEqual({
          mode: 'write',
          [`${reader.token}:write`]: '1',
          [reader.token]: '1',
        });
        expect(await stranger.take('read', key)).toBeNull();
        await writer.release();
        expect(await redis.hgetall(key)).toEqual({ mode: 'read', [reader.token]: '1' });
        const another = await taken(stranger, 'read', key, { leaseMs: LONG_MS });
        expect(await stranger.take('write', key)).toBeNull();
        await another.release();
        await reader.release();
        await expectLeft(world(), key, []);
      },
    );

    test('whose writer of ours goes on reading lets in at once the readers of Redisson that wait', async () => {
      const { ours, redisson } = world();
      const key = newKey();
      const writer = await taken(ours, 'write', key, { leaseMs: LONG_MS });
      const reader = await writer.again('read');
      const waiting = [await redisson.wait('read', key), await redisson.wait('read', key)];
      await writer.release();
      for (const { held } of waiting) await (await held).release();
      await reader.release();
      await expectLeft(world(), key, []);
    });

    test.each(DIRECTIONS)(
      'lets in all readers that wait, of both, when the writer of %s leaves',
      async (side) => {
        const { ours, redisson, [side]: party, redis } = world();
        const key = newKey();
        const writer = await taken(party, 'write', key, { leaseMs: LONG_MS });
        const waiting = await Promise.all([ours, redisson, redisson].map((each) => each.wait('read', key)));
        const behind = ours.acquire('read', key); // the first of ours listens for both
        await writer.release();
        const readers = await Promise.all([behind, ...waiting.map(({ held }) => held)]);
        expect(Object.keys(await redis.hgetall(key)).length).toBe(5);
        for (const reader of readers) await reader.release();
        await expectLeft(world(), key, []);
      },
    );
  });
}
