import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { contentsOf, listenTo, withoutMessages } from '../../e2e/support/lock-keys';
import {
  readHoldsBaseOf,
  readTimeoutPrefixOf,
  rwChannelOf,
  writeOwnerOf,
} from '../domain/keys/redisson-names';
import { ReplyCode } from './reply-code';
import { runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 60_000;
const [A, B, C] = ['a:1', 'b:1', 'c:1'] as const;

const keysOf = (key: string) => [key, readHoldsBaseOf(key)];
const holdKey = (key: string, owner: string, n: number) => `${readTimeoutPrefixOf(key, owner)}:${n}`;
const read = (key: string, owner: string, count = 1, leaseMs = LEASE_MS) =>
  runScript(redis, scripts.acquireRead, keysOf(key), [owner, leaseMs, count]);
const write = (key: string, owner: string, count = 1, leaseMs = LEASE_MS) =>
  runScript(redis, scripts.acquireWrite, [key], [writeOwnerOf(owner), leaseMs, count]);
const renewRead = (key: string, owner: string, leaseMs = LEASE_MS) =>
  runScript(redis, scripts.renewRead, keysOf(key), [owner, leaseMs]);
const renewWrite = (key: string, owner: string, leaseMs = LEASE_MS) =>
  runScript(redis, scripts.renewWrite, [key], [writeOwnerOf(owner), leaseMs]);
const tail = (key: string) => [rwChannelOf(key), 'PUBLISH'];
const releaseRead = (key: string, owner: string, left = 0, leaseMs = LEASE_MS, by = redis) =>
  runScript(by, scripts.releaseRead, keysOf(key), [owner, leaseMs, ...tail(key), left]);
const releaseWrite = (key: string, owner: string, left = 0, leaseMs = LEASE_MS, by = redis) =>
  runScript(by, scripts.releaseWrite, keysOf(key), [writeOwnerOf(owner), leaseMs, ...tail(key), left]);

const hashOf = async (key: string) => (await contentsOf(redis, key))?.value;
/** What is left of each hold of an owner, up to the next ten seconds. */
const holdsOf = async (key: string, owner: string) => {
  const ttls = await Promise.all([1, 2, 3, 4].map((n) => redis.pttl(holdKey(key, owner, n))));
  return ttls.map((ttl) => (ttl > 0 ? Math.ceil(ttl / 10_000) * 10_000 : null)).filter((ttl) => ttl !== null);
};
const endLease = (key: string, owner: string) => redis.del([1, 2, 3, 4].map((n) => holdKey(key, owner, n)));
async function expectTtl(key: string, ms: number): Promise<void> {
  const ttl = await redis.pttl(key);
  expect(ttl).toBeGreaterThan(ms - 10_000);
  expect(ttl).toBeLessThanOrEqual(ms);
}
const done = (detail: number) => ({ code: ReplyCode.done, detail });

describe('readers', () => {
  test('share the lock, each hold with a key of its own, and keep writers out', async () => {
    const key = randomUUID();
    expect(await read(key, A)).toEqual(done(1));
    expect(await read(key, B)).toEqual(done(1));
    expect(await read(key, A, 2, 90_000)).toEqual(done(2));
    expect(await hashOf(key)).toEqual({ mode: 'read', [A]: '2', [B]: '1' });
    expect(await contentsOf(redis, holdKey(key, A, 1))).toMatchObject({ value: '1' });
    expect(await holdsOf(key, A)).toEqual([60_000, 90_000]);
    expect(await holdsOf(key, B)).toEqual([60_000]);
    await expectTtl(key, 90_000);
    const busy = await write(key, C);
    expect(busy.code).toBe(ReplyCode.otherHolder);
    expect(busy.detail).toBeGreaterThan(80_000);
    expect((await write(key, A)).code).toBe(ReplyCode.otherHolder); // none becomes a writer
  });

  test('count once when a call is sent twice', async () => {
    const key = randomUUID();
    for (const count of [1, 1, 2, 2, 3]) expect(await read(key, A, count)).toEqual(done(count));
    expect(await holdsOf(key, A)).toHaveLength(3);
    for (let i = 0; i < 2; i++) {
      expect(await releaseRead(key, A, 1)).toEqual({ code: ReplyCode.stillHeld, detail: 1 });
      expect(await holdsOf(key, A)).toEqual([60_000]);
    }
    expect(await hashOf(key)).toEqual({ mode: 'read', [A]: '1' });
    expect((await releaseRead(key, A)).code).toBe(ReplyCode.done);
    expect((await releaseRead(key, A)).code).toBe(ReplyCode.absent);
  });

  test('leave one by one; the last one wakes a writer', async () => {
    const key = randomUUID();
    await read(key, A, 1, 120_000);
    await read(key, B, 1, 30_000);
    const channel = await listenTo(redis, [rwChannelOf(key)]);
    expect(await releaseRead(key, A)).toEqual(done(0));
    expect(await channel.heard()).toEqual([]);
    expect(await hashOf(key)).toEqual({ mode: 'read', [B]: '1' });
    expect(await holdsOf(key, A)).toEqual([]);
    await expectTtl(key, 30_000); // the longest that is left
    expect((await releaseRead(key, A)).code).toBe(ReplyCode.otherHolder);
    expect(await releaseRead(key, B)).toEqual(done(1));
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '0']]);
    expect(await redis.exists(key, holdKey(key, B, 1))).toBe(0);
    expect(await releaseRead(key, B)).toEqual({ code: ReplyCode.absent, detail: 1 });
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '0']]);
    channel.close();
  });

  test('whose leases have ended do not keep the lock from a writer once the others leave', async () => {
    const key = randomUUID();
    for (const owner of [A, B]) await read(key, owner);
    await endLease(key, B);
    expect((await write(key, C)).code).toBe(ReplyCode.otherHolder);
    const channel = await listenTo(redis, [rwChannelOf(key)]);
    expect(await releaseRead(key, A)).toEqual(done(1));
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '0']]);
    expect((await write(key, C)).code).toBe(ReplyCode.done);
    channel.close();
  });

  test('give back a hold and share the lease that they say, whichever hold had which', async () => {
    const key = randomUUID();
    await read(key, A, 1, 10_000);
    await read(key, A, 2, 90_000);
    expect((await releaseRead(key, A, 1, 40_000)).code).toBe(ReplyCode.stillHeld);
    expect(await holdsOf(key, A)).toEqual([40_000]);
    await expectTtl(key, 40_000);
    await endLease(key, A);
    expect(await releaseRead(key, A, 1)).toEqual({ code: ReplyCode.leaseEnded, detail: 0 });
    expect(await hashOf(key)).toEqual({ mode: 'read', [A]: '1' });
    expect((await releaseRead(key, A)).code).toBe(ReplyCode.done);
  });

  test('keep the lock when the last message is refused', async () => {
    const key = randomUUID();
    await read(key, A);
    await withoutMessages(redis, (limited) =>
      expect(releaseRead(key, A, 0, LEASE_MS, limited)).rejects.toThrow(/publish|NOPERM/),
    );
    expect(await hashOf(key)).toEqual({ mode: 'read', [A]: '1' });
    expect(await holdsOf(key, A)).toEqual([60_000]);
  });
});

describe('a writer', () => {
  test('is alone, and wakes everybody when it leaves', async () => {
    const key = randomUUID();
    for (const count of [1, 1, 2, 2]) expect(await write(key, A, count)).toEqual(done(count));
    expect(await hashOf(key)).toEqual({ mode: 'write', [writeOwnerOf(A)]: '2' });
    for (const other of [write, read]) expect((await other(key, B)).code).toBe(ReplyCode.otherHolder);
    const channel = await listenTo(redis, [rwChannelOf(key)]);
    await redis.pexpire(key, 1_000);
    for (const left of [1, 1]) expect((await releaseWrite(key, A, left)).code).toBe(ReplyCode.stillHeld);
    await expectTtl(key, LEASE_MS);
    expect((await releaseWrite(key, B)).code).toBe(ReplyCode.otherHolder);
    expect(await channel.heard()).toEqual([]);
    expect(await releaseWrite(key, A)).toEqual(done(1));
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '1']]);
    expect(await releaseWrite(key, A)).toEqual({ code: ReplyCode.absent, detail: 1 });
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '1']]);
    expect(await redis.exists(key)).toBe(0);
    channel.close();
  });

  test('that re-enters has its lease at least, and not the sum', async () => {
    const key = randomUUID();
    await write(key, A);
    await write(key, A, 2);
    await expectTtl(key, LEASE_MS);
    await write(key, A, 3, 30_000);
    await expectTtl(key, LEASE_MS);
    await write(key, A, 4, 90_000);
    await expectTtl(key, 90_000);
  });

  test('without TTL is waited for without end', async () => {
    const key = randomUUID();
    await write(key, A);
    await redis.persist(key);
    const busy = { code: ReplyCode.otherHolder, detail: -1 };
    for (const acquire of [read, write]) expect(await acquire(key, B)).toEqual(busy);
  });

  test('may read too, and becomes a reader, whom waiting readers hear of and join', async () => {
    const key = randomUUID();
    await write(key, A);
    expect(await read(key, A, 1, 120_000)).toEqual(done(1));
    expect(await read(key, A, 2)).toEqual(done(2));
    expect((await read(key, B)).code).toBe(ReplyCode.otherHolder);
    const channel = await listenTo(redis, [rwChannelOf(key)]);
    expect(await releaseRead(key, A, 1)).toEqual({ code: ReplyCode.stillHeld, detail: 1 });
    expect(await releaseWrite(key, A)).toEqual(done(1));
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '1']]);
    expect(await hashOf(key)).toEqual({ mode: 'read', [A]: '1' });
    await expectTtl(key, 120_000);
    expect((await releaseWrite(key, A)).code).toBe(ReplyCode.otherHolder);
    expect((await read(key, B)).code).toBe(ReplyCode.done);
    expect((await write(key, C)).code).toBe(ReplyCode.otherHolder);
    channel.close();
  });

  test('that gives back its reads keeps its own lease', async () => {
    const key = randomUUID();
    await write(key, A, 1, 120_000);
    await read(key, A, 1, 20_000);
    await read(key, A, 2, 30_000);
    await releaseRead(key, A, 1, 20_000);
    await expectTtl(key, 120_000);
    expect(await releaseRead(key, A)).toEqual(done(0));
    await expectTtl(key, 120_000);
    expect(await hashOf(key)).toEqual({ mode: 'write', [writeOwnerOf(A)]: '1' });
  });

  test('takes nothing off a read lease, however it renews, gives back and leaves', async () => {
    const key = randomUUID();
    for (const count of [1, 2]) await write(key, A, count);
    await read(key, A, 1, 120_000);
    expect(await renewWrite(key, A, 30_000)).toEqual(done(30_000));
    await expectTtl(key, 120_000);
    await releaseWrite(key, A, 1, 30_000);
    await redis.pexpire(key, 30_000); // a tick of Redisson's
    await releaseWrite(key, A);
    await expectTtl(key, 120_000);
  });

  test('whose reads have all ended leaves the lock free', async () => {
    const key = randomUUID();
    await write(key, A);
    await read(key, A);
    await endLease(key, A);
    await releaseWrite(key, A);
    expect(await redis.exists(key)).toBe(0);
  });

  test('keeps the lock when the message is refused, alone or reading', async () => {
    const key = randomUUID();
    await write(key, A);
    for (const reading of [false, true]) {
      if (reading) await read(key, A);
      await withoutMessages(redis, (limited) =>
        expect(releaseWrite(key, A, 0, LEASE_MS, limited)).rejects.toThrow(/publish|NOPERM/),
      );
      expect(await hashOf(key)).toMatchObject({ mode: 'write', [writeOwnerOf(A)]: '1' });
    }
  });
});

describe('a renewal', () => {
  test('raises all holds of its reader, and nobody falls behind', async () => {
    const key = randomUUID();
    await read(key, A, 1, 10_000);
    await read(key, A, 2, 20_000);
    await read(key, B, 1, 120_000);
    await redis.del(holdKey(key, A, 1));
    expect(await renewRead(key, A, 40_000)).toEqual(done(40_000));
    expect(await holdsOf(key, A)).toEqual([40_000, 40_000]);
    expect(await holdsOf(key, B)).toEqual([120_000]);
    await expectTtl(key, 120_000);
    await renewRead(key, A, 180_000);
    await expectTtl(key, 180_000);
    await renewRead(key, A, 30_000);
    expect(await holdsOf(key, A)).toEqual([180_000, 180_000]);
  });

  test('gives a TTL back to a lock that lost it', async () => {
    for (const [acquire, renew] of [
      [read, renewRead],
      [write, renewWrite],
    ] as const) {
      const key = randomUUID();
      await acquire(key, A);
      await redis.persist(key);
      expect(await renew(key, A)).toEqual(done(LEASE_MS));
      await expectTtl(key, LEASE_MS);
    }
  });

  test('of what is gone, of another, or ended is told so and changes nothing', async () => {
    const key = randomUUID();
    for (const renew of [renewRead, renewWrite]) expect((await renew(key, A)).code).toBe(ReplyCode.absent);
    await read(key, A);
    for (const renew of [renewRead, renewWrite])
      expect((await renew(key, B)).code).toBe(ReplyCode.otherHolder);
    expect((await renewWrite(key, A)).code).toBe(ReplyCode.otherHolder);
    await endLease(key, A);
    expect((await renewRead(key, A)).code).toBe(ReplyCode.leaseEnded);
    expect(await holdsOf(key, A)).toEqual([]);
  });
});

test('nobody re-enters what was lost', async () => {
  const key = randomUUID();
  const lost = { code: ReplyCode.absent, detail: 0 };
  for (const acquire of [read, write]) expect(await acquire(key, A, 2)).toEqual(lost);
  await read(key, B);
  expect(await read(key, A, 2)).toEqual(lost);
  expect((await write(key, B, 2)).code).toBe(ReplyCode.otherHolder);
  expect(await hashOf(key)).toEqual({ mode: 'read', [B]: '1' });
});

test.each([
  ['a string', (key: string) => redis.set(key, 'token')],
  ["another lock's hash", (key: string) => redis.hset(key, A, 1)],
  ['a hash with another mode', (key: string) => redis.hset(key, 'mode', 'exclusive')],
])('%s is refused and left alone', async (_, put) => {
  const key = randomUUID();
  await put(key);
  const before = await contentsOf(redis, key);
  for (const call of [read, write, releaseRead, releaseWrite, renewRead, renewWrite]) {
    expect((await call(key, A)).code).toBe(ReplyCode.wrongType);
  }
  expect(await contentsOf(redis, key)).toEqual(before);
});
