import { randomUUID } from 'node:crypto';
import { type ChainableCommander, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { fileServer } from '../../../e2e/support/file-server';
import type { RawKey } from '../../domain/keys/raw-key';
import { readGroups, readKeys } from './read-keys';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const now = () => 5;
const textOf = (raw: RawKey | undefined) =>
  raw?.value ?? raw?.members?.[0]?.[1].toString() ?? raw?.items?.[0];

/** Every group so often, in an order of its own. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  return items.map((_, i) => items[(i * 5 + seed) % items.length] as T);
}

describe('groups of keys', () => {
  test('are answered whole and in order, whatever their sizes and bytes', async () => {
    const prefix = `${randomUUID()}:\xff:`;
    const sizes = [3, 0, 50, 1, 49, 2, 50, 50, 0, 7, ...Array<number>(60).fill(3)];
    const groups = sizes.map((size, g) => Array.from({ length: size }, (_, i) => `${prefix}${g}:${i}`));
    const wire = (key: string) => Buffer.from(key, 'latin1');
    for (const [i, key] of groups.flat().entries()) {
      if (i % 4 === 0) await redis.set(wire(key), i);
      if (i % 4 === 1) await redis.zadd(wire(key), i, 'x'.repeat(i % 3 === 0 ? 9_000 : 1));
      if (i % 4 === 2) await redis.hset(wire(key), 'field', 'x'.repeat(i % 5 === 0 ? 15_000 : 1));
    }
    const expected = await readKeys(redis, groups.flat(), now);
    const found = await readGroups(redis, groups, now);
    expect(found.map((group) => group.length)).toEqual(sizes);
    expect(found.flat()).toEqual(expected);
    await redis.del(...groups.flat().map(wire));
  });

  test('are none where none is asked for', async () => {
    expect(await readGroups(redis, [], now)).toEqual([]);
    expect(await readGroups(redis, [[], []], now)).toEqual([[], []]);
  });

  test('of which several fit one call share it, and calls do not wait for one another', async () => {
    const groups = Array.from({ length: 50 }, (_, g) =>
      Array.from({ length: 8 }, (_, i) => `absent:${g}:${i}`),
    );
    const calls = vi.spyOn(redis, 'callBuffer');
    await readGroups(redis, groups.slice(0, 1), now);
    calls.mockClear();
    const reading = readGroups(redis, groups.slice(0, 48), now);
    expect(calls).toHaveBeenCalledTimes(8);
    expect(calls.mock.calls.map(([, , count]) => count)).toEqual(Array(8).fill(48));
    await reading;
    calls.mockRestore();
  });
});

describe('while others write, a group is never seen half changed', () => {
  /** Changes all keys of all groups, each group in one MULTI, until `stop` is called. */
  function changing(
    groups: readonly string[][],
    change: (multi: ChainableCommander, key: string, round: number) => void,
  ) {
    const writer = new Redis(redisUrl);
    let going = true;
    const done = (async () => {
      for (let round = 1; going; round++) {
        for (const group of shuffled(groups, round)) {
          const multi = writer.multi();
          for (const key of group) change(multi, key, round);
          await multi.exec();
        }
      }
    })();
    return async () => {
      going = false;
      await done;
      for (const group of groups) await writer.del(...group);
      writer.disconnect();
    };
  }

  async function expectWhole(groups: readonly string[][], rounds: number): Promise<void> {
    const seen = new Set<string>();
    for (let i = 0; i < rounds; i++) {
      for (const group of await readGroups(redis, groups, now)) {
        const texts = group.map(textOf);
        expect(texts).toEqual(texts.map(() => texts[0]));
        seen.add(texts[0] ?? 'absent');
      }
    }
    expect(seen.size).toBeGreaterThan(20);
  }

  test('of two keys, a string and a sorted set', async () => {
    const prefix = randomUUID();
    const groups = Array.from({ length: 7 }, (_, g) => [`${prefix}:${g}:s`, `${prefix}:${g}:z`]);
    const stop = changing(groups, (multi, key, round) => {
      if (key.endsWith('s')) multi.set(key, round);
      else multi.zadd(key, round, 'member');
    });
    await expectWhole(groups, 1_500).finally(stop);
  });

  test('where calls end between keys because enough was read', async () => {
    const prefix = randomUUID();
    const groups = Array.from({ length: 12 }, (_, g) =>
      ['first', 'heavy:1', 'heavy:2', 'heavy:3', 'last'].map((name) => `${prefix}:${g}:${name}`),
    );
    const stop = changing(groups, (multi, key, round) => {
      if (key.includes('heavy')) multi.del(key).rpush(key, round, 'x'.repeat(30_000));
      else multi.set(key, round);
    });
    await expectWhole(groups, 150).finally(stop);
  });
});

describe('a user who may not run the script', () => {
  const own = fileServer();
  const groups = [['a:lock', 'a:queue'], [], ['b:lock', 'absent']];
  beforeAll(async () => {
    await own.redis.set('a:lock', 'value');
    await own.redis.rpush('a:queue', 'x', 'y');
    await own.redis.zadd('b:lock', 1, 'x');
  });

  async function as(rights: string): Promise<RawKey[][]> {
    await own.redis.call('ACL', 'SETUSER', 'narrow', 'reset', 'on', '>secret', ...rights.split(' '));
    const narrow = new Redis(own.server.url, { username: 'narrow', password: 'secret' });
    return readGroups(narrow, groups, now).finally(() => narrow.disconnect());
  }

  test.each(['~* +@all -@scripting', '~* +@all -memory'])(
    'gets every group all the same: %s',
    async (rights) => {
      expect(await as(rights)).toEqual(await readGroups(own.redis, groups, now));
    },
  );

  test('gets all but the keys whose head it may not read', async () => {
    const [first, , second] = await as('~* +@all -zrange');
    expect(first).toMatchObject([{ value: 'value' }, { items: ['x', 'y'] }]);
    expect(second).toMatchObject([{ type: 'denied', members: null }, { type: 'none' }]);
  });

  test('gets the groups beside one that holds a key it may not read', async () => {
    const [first, none, second] = await as('~a:* ~absent +@all');
    expect(first).toMatchObject([{ value: 'value' }, { items: ['x', 'y'] }]);
    expect(none).toEqual([]);
    expect(second).toMatchObject([{ type: 'denied' }, { type: 'none' }]);
  });
});
