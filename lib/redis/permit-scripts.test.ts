import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { contentsOf, listenTo, withoutMessages } from '../../e2e/support/lock-keys';
import { fromUint8 } from '../domain/keys/bytes';
import { permitDeadlinesOf, semaphoreChannelOf } from '../domain/keys/redisson-names';
import { ReplyCode } from './reply-code';
import { runReadScript, runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 60_000;
const NEVER = 922_337_203_685_477;

const newId = () => fromUint8(randomBytes(16));
const keysOf = (key: string) => [key, permitDeadlinesOf(key)];
const tail = (key: string) => [semaphoreChannelOf(key), 'PUBLISH'];
const acquire = (key: string, id: string, permits: number | 'none' = 'none', by = redis) =>
  runScript(by, scripts.acquirePermit, keysOf(key), [id, LEASE_MS, permits, ...tail(key)]);
const release = (key: string, id: string, by = redis) =>
  runScript(by, scripts.releasePermit, keysOf(key), [id, ...tail(key)]);
const renew = (key: string, id: string, leaseMs = LEASE_MS) =>
  runScript(redis, scripts.renewPermit, keysOf(key), [id, leaseMs]);
const setPermits = (key: string, permits: number, by = redis) =>
  runScript(by, scripts.setPermits, keysOf(key), [permits, ...tail(key)]);
const read = (key: string) => runScript(redis, scripts.readPermits, keysOf(key), []);

const freeOf = async (key: string) => (await contentsOf(redis, key))?.value;
const heldOf = async (key: string) =>
  Object.keys((await contentsOf(redis, permitDeadlinesOf(key)))?.value ?? {}).sort();
const setDeadline = (key: string, id: string, deadline: number) =>
  redis.zadd(permitDeadlinesOf(key), deadline, Buffer.from(id, 'latin1'));
const expire = (key: string, id: string) => setDeadline(key, id, Date.now() - 1);
async function leftOf(key: string, id: string): Promise<number> {
  return Number(await redis.zscore(permitDeadlinesOf(key), Buffer.from(id, 'latin1'))) - Date.now();
}

/** A semaphore of `permits` of which as many are held as there are ids. */
async function semaphore(permits: number, ...ids: string[]): Promise<string> {
  const key = randomUUID();
  await setPermits(key, permits);
  for (const id of ids) await acquire(key, id);
  return key;
}

describe('a permit', () => {
  test('is given while one is free, and its 16 bytes are kept as they are', async () => {
    const key = randomUUID();
    const ids = [newId(), newId()];
    expect(await acquire(key, ids[0] ?? '', 2)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await acquire(key, ids[1] ?? '', 2)).toEqual({ code: ReplyCode.done, detail: 0 });
    const busy = await acquire(key, newId(), 2);
    expect(busy.code).toBe(ReplyCode.otherHolder);
    expect(busy.detail).toBeGreaterThan(LEASE_MS - 10_000);
    expect(busy.detail).toBeLessThanOrEqual(LEASE_MS);
    expect(await freeOf(key)).toBe('0');
    expect(await heldOf(key)).toEqual([...ids].sort());
    expect(await redis.pttl(key)).toBe(-1);
  });

  test('is taken once and given back once, although each call is sent twice', async () => {
    const id = newId();
    const key = await semaphore(2);
    for (let i = 0; i < 2; i++) expect(await acquire(key, id)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect((await release(key, id)).code).toBe(ReplyCode.done);
    expect((await release(key, id)).code).toBe(ReplyCode.absent);
    expect(await freeOf(key)).toBe('2');
    expect(await heldOf(key)).toEqual([]);
  });

  test('that is given back is told with the number that is free', async () => {
    const ids = [newId(), newId()];
    const key = await semaphore(2, ...ids);
    const channel = await listenTo(redis, [semaphoreChannelOf(key)]);
    for (const id of ids) expect(await release(key, id)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await channel.heard()).toEqual(['1', '2'].map((free) => [semaphoreChannelOf(key), free]));
    channel.close();
  });

  test('that is given back to fewer than none is not told: below 1 nobody could take it', async () => {
    const ids = [newId(), newId()];
    const key = await semaphore(2, ...ids);
    await redis.decrby(key, 1); // somebody made it smaller
    const channel = await listenTo(redis, [semaphoreChannelOf(key)]);
    for (const id of ids) expect((await release(key, id)).code).toBe(ReplyCode.done);
    expect(await channel.heard()).toEqual([[semaphoreChannelOf(key), '1']]);
    channel.close();
  });

  test('whose message is refused stays where it is', async () => {
    const [id, expired] = [newId(), newId()];
    const key = await semaphore(2, id, expired);
    await withoutMessages(redis, (limited) =>
      expect(release(key, id, limited)).rejects.toThrow(/publish|NOPERM/),
    );
    await expire(key, expired);
    const held = await contentsOf(redis, permitDeadlinesOf(key));
    await withoutMessages(redis, (limited) =>
      expect(acquire(key, newId(), 'none', limited)).rejects.toThrow(/publish|NOPERM/),
    );
    expect(await contentsOf(redis, permitDeadlinesOf(key))).toEqual(held);
    expect(await freeOf(key)).toBe('0');
  });
});

describe('a permit whose lease has ended', () => {
  test('goes to who asks next, and waiters are told', async () => {
    const [old, id] = [newId(), newId()];
    const key = await semaphore(1, old);
    await expire(key, old);
    const channel = await listenTo(redis, [semaphoreChannelOf(key)]);
    expect(await acquire(key, id)).toEqual({ code: ReplyCode.done, detail: 0 });
    expect(await channel.heard()).toEqual([[semaphoreChannelOf(key), '1']]);
    expect(await heldOf(key)).toEqual([id]);
    expect(await freeOf(key)).toBe('0');
    expect((await release(key, old)).code).toBe(ReplyCode.absent);
    expect((await renew(key, old)).code).toBe(ReplyCode.absent);
    channel.close();
  });

  test('is given back by its holder all the same, which learns that it had ended', async () => {
    const id = newId();
    const key = await semaphore(1, id);
    await expire(key, id);
    expect((await renew(key, id)).code).toBe(ReplyCode.leaseEnded);
    expect(await release(key, id)).toEqual({ code: ReplyCode.leaseEnded, detail: 0 });
    expect(await freeOf(key)).toBe('1');
    expect(await heldOf(key)).toEqual([]);
  });

  test('is counted once when its own acquisition is sent again', async () => {
    const [id, other] = [newId(), newId()];
    const key = await semaphore(2, other, id);
    for (const each of [id, other]) await expire(key, each);
    expect(await acquire(key, id)).toEqual({ code: ReplyCode.done, detail: 0 });
    expect(await heldOf(key)).toEqual([id, other].sort());
    expect(await leftOf(key, id)).toBeGreaterThan(LEASE_MS - 10_000);
  });
});

describe('who finds none free', () => {
  test('is told when the nearest lease ends, or that none does', async () => {
    const [soon, later] = [newId(), newId()];
    const key = await semaphore(2, soon, later);
    await setDeadline(key, soon, Date.now() + 30_000);
    const { detail } = await acquire(key, newId());
    expect(detail).toBeGreaterThan(20_000);
    expect(detail).toBeLessThanOrEqual(30_000);
    for (const id of [soon, later]) await setDeadline(key, id, NEVER);
    expect(await acquire(key, newId())).toEqual({ code: ReplyCode.otherHolder, detail: -1 });
    const none = await semaphore(0);
    expect(await acquire(none, newId())).toEqual({ code: ReplyCode.otherHolder, detail: -1 });
  });

  test('where there are fewer than none comes back at once while leases have ended', async () => {
    const ids = [newId(), newId(), newId()];
    const key = await semaphore(3, ...ids);
    await redis.decrby(key, 2);
    for (const id of ids) await expire(key, id);
    for (let i = 0; i < 2; i++) {
      expect(await acquire(key, newId())).toEqual({ code: ReplyCode.otherHolder, detail: 0 });
    }
    expect((await acquire(key, newId())).code).toBe(ReplyCode.done);
  });

  test('where nobody said how many there are is told so', async () => {
    const key = randomUUID();
    expect(await acquire(key, newId())).toEqual({ code: ReplyCode.absent, detail: -1 });
    expect(await redis.exists(...keysOf(key))).toBe(0);
    const id = newId();
    await acquire(key, id, 1);
    await redis.del(key);
    const reply = await acquire(key, newId());
    expect(reply.code).toBe(ReplyCode.absent);
    expect(reply.detail).toBeGreaterThan(LEASE_MS - 10_000);
  });
});

describe('the number of permits', () => {
  test('is set once, and told', async () => {
    const key = randomUUID();
    const channel = await listenTo(redis, [semaphoreChannelOf(key)]);
    expect(await setPermits(key, 3)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await setPermits(key, 5)).toEqual({ code: ReplyCode.countDiffers, detail: 3 });
    expect(await freeOf(key)).toBe('3');
    const other = randomUUID();
    await channel.heard();
    expect((await acquire(key, newId(), 9)).detail).toBe(2);
    await setPermits(other, 0);
    expect(await channel.heard()).toEqual([]);
    channel.close();
  });

  test('is set by the first who asks, and told', async () => {
    const key = randomUUID();
    const channel = await listenTo(redis, [semaphoreChannelOf(key)]);
    expect(await acquire(key, newId(), 3)).toEqual({ code: ReplyCode.done, detail: 2 });
    expect(await channel.heard()).toEqual([[semaphoreChannelOf(key), '3']]);
    channel.close();
  });

  test('counts permits that are still held although the counter is gone', async () => {
    for (const again of ['set', 'acquire'] as const) {
      const ids = [newId(), newId()];
      const key = await semaphore(3, ...ids);
      await redis.del(key);
      await expire(key, ids[0] ?? '');
      if (again === 'set') expect((await setPermits(key, 3)).code).toBe(ReplyCode.done);
      else expect((await acquire(key, newId(), 3)).code).toBe(ReplyCode.done);
      const { detail, text } = await read(key);
      expect(detail + Number(text)).toBe(3);
      expect(Number(await freeOf(key)) + (await heldOf(key)).length).toBe(3);
    }
  });

  test('is not set when the message is refused', async () => {
    const key = randomUUID();
    await withoutMessages(redis, async (limited) => {
      await expect(setPermits(key, 3, limited)).rejects.toThrow(/publish|NOPERM/);
      await expect(acquire(key, newId(), 3, limited)).rejects.toThrow(/publish|NOPERM/);
    });
    expect(await redis.exists(...keysOf(key))).toBe(0);
  });

  test('is read without a write: what has ended counts as free', async () => {
    const [held, ended] = [newId(), newId()];
    const key = await semaphore(5, held, ended);
    await expire(key, ended);
    const before = [await contentsOf(redis, key), await contentsOf(redis, permitDeadlinesOf(key))];
    expect(await read(key)).toEqual({ code: ReplyCode.done, detail: 4, text: '1' });
    expect(await runReadScript(redis, scripts.readPermits, keysOf(key), [])).toEqual([
      1,
      4,
      Buffer.from('1'),
    ]);
    expect([await contentsOf(redis, key), await contentsOf(redis, permitDeadlinesOf(key))]).toEqual(before);
    expect(await read(randomUUID())).toEqual({ code: ReplyCode.absent, detail: 0 });
  });
});

describe('a renewal', () => {
  test('raises the deadline and never lowers it', async () => {
    const id = newId();
    const key = await semaphore(1, id);
    expect(await renew(key, id, 90_000)).toEqual({ code: ReplyCode.done, detail: 90_000 });
    expect(await leftOf(key, id)).toBeGreaterThan(80_000);
    const { detail } = await renew(key, id, 30_000);
    expect(detail).toBeGreaterThan(80_000);
    expect(await leftOf(key, id)).toBeGreaterThan(80_000);
  });

  test('leaves a permit alone that never expires, and brings none back', async () => {
    const [id, gone] = [newId(), newId()];
    const key = await semaphore(1, id);
    await setDeadline(key, id, NEVER);
    expect((await renew(key, id)).code).toBe(ReplyCode.neverExpires);
    expect((await renew(key, gone)).code).toBe(ReplyCode.absent);
    expect(await heldOf(key)).toEqual([id]);
    expect(await redis.zscore(permitDeadlinesOf(key), Buffer.from(id, 'latin1'))).toBe(String(NEVER));
  });
});

test('held permits have the TTL of a semaphore that has one, and none otherwise', async () => {
  const id = newId();
  const key = await semaphore(2, newId());
  expect(await redis.pttl(permitDeadlinesOf(key))).toBe(-1);
  for (const [ttlMs, act] of [
    [90_000, acquire],
    [120_000, renew],
  ] as const) {
    await redis.pexpire(key, ttlMs);
    await act(key, id);
    expect(await redis.pttl(permitDeadlinesOf(key))).toBeGreaterThan(ttlMs - 10_000);
  }
});

test('keys of another type are refused and left alone', async () => {
  const puts = [
    (key: string) => redis.hset(key, 'a', 1),
    (key: string) => redis.set(key, 'word'),
    (key: string) => redis.set(key, '1.5'),
    (key: string) => redis.set(permitDeadlinesOf(key), 'word'),
  ];
  for (const put of puts) {
    const key = randomUUID();
    await put(key);
    for (const call of [acquire, release, renew]) {
      expect((await call(key, newId())).code).toBe(ReplyCode.wrongType);
    }
    expect((await setPermits(key, 1)).code).toBe(ReplyCode.wrongType);
    expect((await read(key)).code).toBe(ReplyCode.wrongType);
    expect(await redis.exists(...keysOf(key))).toBe(1);
  }
});
