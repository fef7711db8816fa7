import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { permitDeadlinesOf, readHoldsBaseOf, readTimeoutPrefixOf } from '../../domain/keys/redisson-names';
import { readLock, seenOf } from '../../reads/read-lock';
import { runScript } from '../../redis/run-script';
import { scripts } from '../../redis/scripts.generated';
import { extendLock } from './extend-lock';
import { releaseLock } from './release-lock';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const options = { now: Date.now, named: false };
const HOUR = 3_600_000;

/** What was seen of the holder with this token; the others are what it must not touch. */
async function seeOne(key: string, token: string) {
  const { lock } = await readLock(redis, key, options);
  const digest = lock?.holders.find(({ holder }) => holder.token === token)?.tokenDigest;
  const { lock: again } = await readLock(redis, key, { ...options, tokenDigest: digest });
  if (!again) throw new Error(`${key} is not held`);
  return seenOf(again);
}

async function holdersOf(key: string): Promise<string[]> {
  const { lock } = await readLock(redis, key, options);
  return lock?.holders.map(({ holder }) => holder.token).sort() ?? [];
}

async function ttlOf(key: string, token: string): Promise<number> {
  const { lock } = await readLock(redis, key, options);
  return Number(lock?.holders.find(({ holder }) => holder.token === token)?.holder.ttlMs);
}

const KINDS = [
  {
    kind: 'a read lock',
    newToken: () => `${randomUUID()}:47`,
    async take(key: string, token: string, count = 1) {
      const keys = [key, readHoldsBaseOf(key)];
      for (let n = 1; n <= count; n++) await runScript(redis, scripts.acquireRead, keys, [token, 60_000, n]);
    },
    /** The lease ends, and its holder stays where it is. */
    end: (key: string, token: string) => redis.del(`${readTimeoutPrefixOf(key, token)}:1`),
    /** It gives back. */
    leave: (key: string, token: string) => redis.hdel(key, token),
  },
  {
    kind: 'a permit semaphore',
    newToken: () => randomBytes(16).toString('hex'),
    async take(key: string, token: string) {
      const deadlineMs = Date.now() + 60_000;
      await redis.zadd(permitDeadlinesOf(key), deadlineMs, Buffer.from(token, 'hex'));
      await redis.set(key, 3);
    },
    end: (key: string, token: string) =>
      redis.zadd(permitDeadlinesOf(key), Date.now() - 1, Buffer.from(token, 'hex')),
    leave: (key: string, token: string) => redis.zrem(permitDeadlinesOf(key), Buffer.from(token, 'hex')),
  },
];

describe.each(KINDS)('one of three holders of $kind', ({ newToken, take, end, leave }) => {
  async function taken() {
    const key = randomUUID();
    const [first, second, third] = [newToken(), newToken(), newToken()];
    for (const token of [first, second, third]) await take(key, token);
    return { key, first, second, third };
  }

  test('is freed, and the others hold on with what they had left', async () => {
    const { key, first, second, third } = await taken();
    const released = await releaseLock(redis, key, await seeOne(key, second), options);
    expect(released).toEqual({ outcome: 'released', woken: 0 });
    expect(await holdersOf(key)).toEqual([first, third].sort());
    for (const token of [first, third]) expect(await ttlOf(key, token)).toBeGreaterThan(50_000);
  });

  test('is extended, and the others keep what they had left', async () => {
    const { key, first, second, third } = await taken();
    const extended = await extendLock(redis, key, await seeOne(key, third), HOUR, options);
    expect(extended).toMatchObject({ outcome: 'extended' });
    expect(await ttlOf(key, third)).toBeGreaterThan(HOUR - 10_000);
    for (const token of [first, second]) expect(await ttlOf(key, token)).toBeLessThan(60_001);
  });

  test('that is gone is refused, and nothing is done to the others', async () => {
    const { key, first, second, third } = await taken();
    const seen = await seeOne(key, second);
    await leave(key, second);
    const refused = { code: 'changed', details: { changed: ['holder'] } };
    await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject(refused);
    await expect(extendLock(redis, key, seen, HOUR, options)).rejects.toMatchObject(refused);
    expect(await holdersOf(key)).toEqual([first, third].sort());
    for (const token of [first, third]) expect(await ttlOf(key, token)).toBeLessThan(60_001);
  });

  test('whose lease has ended is not extended', async () => {
    const { key, first, second } = await taken();
    const seen = await seeOne(key, second);
    await end(key, second);
    await expect(extendLock(redis, key, seen, HOUR, options)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:changed|extend-unsupported)$/),
    });
    expect(await ttlOf(key, first)).toBeLessThan(60_001);
  });
});

test('a reader that entered once more is refused, and so is one of a lock that is written now', async () => {
  const [read] = KINDS;
  if (!read) throw new Error('no kind');
  const [key, token] = [randomUUID(), read.newToken()];
  await read.take(key, token);
  const seen = await seeOne(key, token);
  await read.take(key, token, 2);
  await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({
    code: 'changed',
    details: { changed: ['hold-count'] },
  });
  await redis.del(key);
  await redis.multi().hset(key, 'mode', 'write', `${token}:write`, 1, token, 2).pexpire(key, 60_000).exec();
  await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({ code: 'changed' });
  expect(await redis.hlen(key)).toBe(3);
});

test('a reader whose process is gone is freed although its lease has ended', async () => {
  const [read] = KINDS;
  if (!read) throw new Error('no kind');
  const [key, alive, zombie] = [randomUUID(), read.newToken(), read.newToken()];
  for (const token of [alive, zombie]) await read.take(key, token);
  await read.end(key, zombie);
  expect(await ttlOf(key, zombie)).toBe(0);
  await releaseLock(redis, key, await seeOne(key, zombie), options);
  expect(await holdersOf(key)).toEqual([alive]);
});
