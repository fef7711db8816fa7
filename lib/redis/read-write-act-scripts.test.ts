import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { contentsOf, hardNames, listenTo, withoutMessages } from '../../e2e/support/lock-keys';
import { redissonClient } from '../../e2e/support/redisson-steps';
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
const [A, B] = ['a:1', 'b:1'] as const;
const keysOf = (key: string) => [key, readHoldsBaseOf(key)];
const holdKey = (key: string, owner: string, n: number) => `${readTimeoutPrefixOf(key, owner)}:${n}`;

function free(key: string, mode: string, token: string, count: number, by = redis) {
  const args = [mode, token, count, rwChannelOf(key), 'PUBLISH'];
  return runScript(by, scripts.forceReleaseReadWrite, keysOf(key), args);
}

function extend(key: string, mode: string, token: string, count: number, leaseMs: number) {
  return runScript(redis, scripts.extendReadWrite, keysOf(key), [mode, token, count, leaseMs]);
}

/** Two readers of Redisson's: A holds twice, for 60 s; B once, for 120 s. */
async function twoReaders(key: string): Promise<void> {
  const they = redissonClient(redis, key);
  for (const owner of [A, A]) await they.readAcquire(owner, LEASE_MS);
  await they.readAcquire(B, 120_000);
}

async function expectTtl(key: string, ms: number): Promise<void> {
  const { ttlMs } = (await contentsOf(redis, key)) ?? { ttlMs: -2 };
  expect(ttlMs).toBeGreaterThan(ms - 10_000);
  expect(ttlMs).toBeLessThanOrEqual(ms);
}

const hashOf = async (key: string) => (await contentsOf(redis, key))?.value;

describe('a forced release', () => {
  test.each(hardNames())('of one reader leaves the others what they have: %s', async (_, key) => {
    await twoReaders(key);
    const channel = await listenTo(redis, [rwChannelOf(key)]);
    expect(await free(key, 'read', B, 1)).toEqual({ code: ReplyCode.stillHeld, detail: 1 });
    expect(await hashOf(key)).toEqual({ mode: 'read', [A]: '2' });
    expect(await contentsOf(redis, holdKey(key, B, 1))).toBeNull();
    await expectTtl(key, LEASE_MS);
    expect(await channel.heard()).toEqual([]);
    expect(await redissonClient(redis, key).readUnlock(A)).toBe(0); // Redisson finds its holds alive
    expect(await free(key, 'read', A, 1)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '0']]);
    for (const each of [key, holdKey(key, A, 1), holdKey(key, A, 2)]) {
      expect(await contentsOf(redis, each)).toBeNull();
    }
    expect(await redissonClient(redis, key).readUnlock(A)).toBeNull();
    channel.close();
  });

  test.each(hardNames())('of a writer takes what it reads, and wakes everybody: %s', async (_, key) => {
    const they = redissonClient(redis, key);
    await they.writeAcquire(A, LEASE_MS);
    await they.readAcquire(A, LEASE_MS);
    const channel = await listenTo(redis, [rwChannelOf(key)]);
    expect(await free(key, 'write', writeOwnerOf(A), 1)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await channel.heard()).toEqual([[rwChannelOf(key), '1']]);
    expect(await they.writeUnlock(A, LEASE_MS)).toBeNull();
    expect(await they.writeAcquire(B, LEASE_MS)).toBeNull();
    channel.close();
  });

  test("of a writer's reads leaves it writing", async () => {
    const key = randomUUID();
    const they = redissonClient(redis, key);
    await they.writeAcquire(A, LEASE_MS);
    await they.readAcquire(A, LEASE_MS);
    expect(await free(key, 'write', A, 1)).toEqual({ code: ReplyCode.stillHeld, detail: 1 });
    expect(await hashOf(key)).toEqual({ mode: 'write', [writeOwnerOf(A)]: '1' });
    await expectTtl(key, LEASE_MS);
  });

  test('does nothing when the lock is not held as was seen', async () => {
    const key = randomUUID();
    expect((await free(key, 'read', A, 1)).code).toBe(ReplyCode.absent);
    await twoReaders(key);
    const before = await hashOf(key);
    expect((await free(key, 'write', A, 2)).code).toBe(ReplyCode.modeDiffers);
    expect((await free(key, 'read', 'c:1', 1)).code).toBe(ReplyCode.otherHolder);
    expect((await free(key, 'read', 'mode', 1)).code).toBe(ReplyCode.otherHolder);
    expect(await free(key, 'read', A, 1)).toEqual({ code: ReplyCode.countDiffers, detail: 2 });
    expect(await hashOf(key)).toEqual(before);
    const foreign = randomUUID();
    await redis.hset(foreign, A, 1);
    expect((await free(foreign, 'read', A, 1)).code).toBe(ReplyCode.wrongType);
  });

  test('of a reader leaves nothing of a lock whose writer is not in it', async () => {
    const key = randomUUID();
    await redissonClient(redis, key).readAcquire(A, LEASE_MS);
    await redis.hset(key, 'mode', 'write');
    expect((await free(key, 'write', A, 1)).code).toBe(ReplyCode.done);
    expect(await redis.exists(key)).toBe(0);
  });

  test('sent twice frees one', async () => {
    const key = randomUUID();
    await twoReaders(key);
    expect((await free(key, 'read', B, 1)).code).toBe(ReplyCode.stillHeld);
    expect((await free(key, 'read', B, 1)).code).toBe(ReplyCode.otherHolder);
    expect((await free(key, 'read', A, 2)).code).toBe(ReplyCode.done);
    expect((await free(key, 'read', A, 2)).code).toBe(ReplyCode.absent);
  });

  test('whose message is refused does nothing', async () => {
    for (const [mode, token] of [
      ['read', A],
      ['write', writeOwnerOf(A)],
    ] as const) {
      const key = randomUUID();
      const holder = redissonClient(redis, key);
      await (mode === 'read' ? holder.readAcquire(A, LEASE_MS) : holder.writeAcquire(A, LEASE_MS));
      await withoutMessages(redis, (limited) =>
        expect(free(key, mode, token, 1, limited)).rejects.toThrow(/publish|NOPERM/),
      );
      expect(await hashOf(key)).toEqual({ mode, [token]: '1' });
    }
  });
});

describe('an extension', () => {
  test.each(hardNames())('of a reader outlives the next release of another: %s', async (_, key) => {
    await twoReaders(key);
    const reply = await extend(key, 'read', A, 2, 240_000);
    expect(reply.code).toBe(ReplyCode.done);
    expect(reply.detail).toBeGreaterThan(230_000);
    for (const each of [key, holdKey(key, A, 1), holdKey(key, A, 2)]) await expectTtl(each, 240_000);
    await expectTtl(holdKey(key, B, 1), 120_000);
    await redissonClient(redis, key).readUnlock(B);
    await expectTtl(key, 240_000);
  });

  test('of a writer is of the lock', async () => {
    const key = randomUUID();
    await redissonClient(redis, key).writeAcquire(A, LEASE_MS);
    expect((await extend(key, 'write', writeOwnerOf(A), 1, 240_000)).code).toBe(ReplyCode.done);
    await expectTtl(key, 240_000);
  });

  test('never shortens', async () => {
    const key = randomUUID();
    await twoReaders(key);
    const { detail } = await extend(key, 'read', A, 2, 1_000);
    expect(detail).toBeGreaterThan(110_000);
    for (const each of [holdKey(key, A, 1), holdKey(key, A, 2)]) await expectTtl(each, LEASE_MS);
  });

  test('does nothing when the lock is not held as was seen', async () => {
    const key = randomUUID();
    expect((await extend(key, 'read', A, 1, 240_000)).code).toBe(ReplyCode.absent);
    await twoReaders(key);
    expect((await extend(key, 'write', A, 2, 240_000)).code).toBe(ReplyCode.modeDiffers);
    expect((await extend(key, 'read', 'c:1', 1, 240_000)).code).toBe(ReplyCode.otherHolder);
    expect((await extend(key, 'read', 'mode', 1, 240_000)).code).toBe(ReplyCode.otherHolder);
    expect(await extend(key, 'read', A, 1, 240_000)).toEqual({ code: ReplyCode.countDiffers, detail: 2 });
    await redis.del(holdKey(key, A, 1), holdKey(key, A, 2));
    expect((await extend(key, 'read', A, 2, 240_000)).code).toBe(ReplyCode.leaseEnded);
    await expectTtl(key, 120_000);
    await redis.persist(key);
    expect((await extend(key, 'read', B, 1, 240_000)).code).toBe(ReplyCode.neverExpires);
    const foreign = randomUUID();
    await redis.set(foreign, 'token');
    expect((await extend(foreign, 'read', A, 1, 240_000)).code).toBe(ReplyCode.wrongType);
  });
});
