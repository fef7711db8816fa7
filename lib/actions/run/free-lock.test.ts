import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import { readLock, seenOf } from '../../reads/read-lock';
import { previewAction } from '../plan/preview-action';
import { extendLock } from './extend-lock';
import { releaseLock } from './release-lock';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const options = { now: Date.now, named: true };
const TARGET = { name: 'test', db: 0, production: false, readOnly: false };

async function queued(key: string) {
  const owners = [`${randomUUID()}:1`, `${randomUUID()}:2`];
  for (const owner of owners) {
    await redis.rpush(fairQueueOf(key), owner);
    await redis.zadd(fairDeadlinesOf(key), Date.now() + 300_000, owner);
  }
  return owners;
}

const dumps = (key: string) =>
  Promise.all([key, fairQueueOf(key), fairDeadlinesOf(key)].map((name) => redis.dumpBuffer(name)));

test('a free lock with a queue is read without a holder, its queue in order', async () => {
  const key = `free:${randomUUID()}`;
  const owners = await queued(key);
  const { raw, lock } = await readLock(redis, key, options);
  expect(raw.type).toBe('none');
  expect(lock).toMatchObject({ holders: [], held: null, deadlineMs: 'none' });
  expect(lock?.recognised.format.id).toBe('redisson-fair-lock');
  expect(lock?.recognised.decoded.queue?.places?.map(({ token }) => token)).toEqual(owners);
});

test('a key without a queue is no lock', async () => {
  const { raw, lock } = await readLock(redis, `free:${randomUUID()}`, options);
  expect([raw.type, lock]).toEqual(['none', null]);
});

test('nothing can be done to a free lock: a preview says that nobody holds it', async () => {
  const key = `free:${randomUUID()}`;
  await queued(key);
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error('it was not read');
  for (const action of ['release', 'extend'] as const)
    expect(() => previewAction(lock, { action }, { target: TARGET, lock: null })).toThrow(
      expect.objectContaining({ code: 'not-held' }),
    );
});

test('what was seen held and is free by now is refused, and its queue stays', async () => {
  const key = `free:${randomUUID()}`;
  await redis.hset(key, `${randomUUID()}:9`, 1);
  await redis.pexpire(key, 30_000);
  const [first = ''] = await queued(key);
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error('it was not read');
  const seen = seenOf(lock);
  await redis.del(key);
  const before = await dumps(key);
  const refused = { code: 'changed', details: { after: { type: 'none', holder: null }, changed: ['type'] } };
  await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject(refused);
  await expect(extendLock(redis, key, seen, 60_000, options)).rejects.toMatchObject(refused);
  // Nor by saying that this very state was seen.
  const none = { ...seen, type: 'none' as const };
  await expect(releaseLock(redis, key, none, options)).rejects.toMatchObject({ code: 'changed' });
  expect(await dumps(key)).toEqual(before);
  expect(await redis.lindex(fairQueueOf(key), 0)).toBe(first);
});
