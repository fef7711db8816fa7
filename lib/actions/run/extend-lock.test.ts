import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { readLock, seenOf } from '../../reads/read-lock';
import { extendLock, MAX_LEASE_MS } from './extend-lock';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const options = { now: Date.now, named: true };

async function seen(key: string) {
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error(`${key} is not held`);
  return seenOf(lock);
}

test('a longer lease is given from now on', async () => {
  const key = `${randomUUID()}:lock`;
  await redis.set(key, '1', 'PX', 5_000);
  expect(await extendLock(redis, key, await seen(key), 60_000, options)).toEqual({
    outcome: 'extended',
    woken: null,
    ttlMs: 60_000,
  });
  expect(await redis.pttl(key)).toBeGreaterThan(50_000);
});

test('a shorter lease changes nothing and tells what is left', async () => {
  const key = `${randomUUID()}:lock`;
  await redis.hset(key, '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', 1);
  await redis.pexpire(key, 60_000);
  const deadline = await redis.pexpiretime(key);
  const { ttlMs } = await extendLock(redis, key, await seen(key), 1_000, options);
  expect(ttlMs).toBeGreaterThan(1_000);
  expect(await redis.pexpiretime(key)).toBe(deadline);
});

test.each([
  ['a lock that never expires', '1'],
  ['a lock whose value is its deadline', String(Date.now() + 60_000)],
])('%s cannot be extended', async (_, value) => {
  const key = `${randomUUID()}:lock`;
  await redis.set(key, value);
  await expect(extendLock(redis, key, await seen(key), 60_000, options)).rejects.toMatchObject({
    code: 'extend-unsupported',
  });
  expect(await redis.pttl(key)).toBe(-1);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_LEASE_MS + 1])(
  'a lease of %d ms is refused',
  async (leaseMs) => {
    const key = `${randomUUID()}:lock`;
    await redis.set(key, '1', 'PX', 5_000);
    await expect(extendLock(redis, key, await seen(key), leaseMs, options)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  },
);
