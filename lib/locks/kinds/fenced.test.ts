import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { fenceOf } from '../../domain/keys/redisson-names';
import { createFenced } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();

describe('a fenced lock', () => {
  test('gives a larger token to every acquisition and re-entry', async () => {
    const key = randomUUID();
    const client = opened(createFenced({ redis }));
    const tokens: bigint[] = [];
    for (let i = 0; i < 3; i++) {
      const lease = await client.acquire(key, { waitMs: 0 });
      tokens.push(lease.fencingToken);
      const inner = await lease.reenter();
      tokens.push(inner.fencingToken);
      await inner.release();
      await lease.release();
    }
    expect(tokens).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
  });

  test('is exact beyond 2^53', async () => {
    const key = randomUUID();
    await redis.set(fenceOf(key), '9007199254740993');
    const lease = await opened(createFenced({ redis })).acquire(key, { waitMs: 0 });
    expect(lease.fencingToken).toBe(9007199254740994n);
    await lease.release();
  });
});
