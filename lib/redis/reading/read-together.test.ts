import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, test, vi } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { readGroups, readKeys } from './read-keys';
import { readGroupTogether, readKeyTogether } from './read-together';

const url = await fileRedis();
const redis = new Redis(url);
afterAll(() => redis.disconnect());
const now = () => 5;

async function someKeys(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  for (const [at, key] of keys.entries()) if (at % 3 > 0) await redis.set(key, at);
  return keys;
}

test('keys that are asked for at the same moment share a call, each with its own answer', async () => {
  const keys = await someKeys(16);
  const expected = await readKeys(redis, keys, now);
  const calls = vi.spyOn(redis, 'callBuffer');
  expect(await Promise.all(keys.map((key) => readKeyTogether(redis, key, now)))).toEqual(expected);
  expect(calls).toHaveBeenCalledTimes(1);
  calls.mockRestore();
});

test('so do groups of keys, the same key in several of them too', async () => {
  const keys = await someKeys(9);
  const groups = [keys.slice(0, 3), keys.slice(2, 7), keys.slice(0, 3), keys.slice(7)];
  const expected = await readGroups(redis, groups, now);
  const calls = vi.spyOn(redis, 'callBuffer');
  expect(await Promise.all(groups.map((group) => readGroupTogether(redis, group, now)))).toEqual(expected);
  expect(calls).toHaveBeenCalledTimes(1);
  calls.mockRestore();
});

test('a key that may not be read is denied alone', async () => {
  const [, open = '', shut = ''] = await someKeys(3);
  await redis.call('ACL', 'SETUSER', 'some', 'reset', 'on', '>secret', `~${open}`, '+@all');
  const narrow = new Redis(url.replace('redis://', 'redis://some:secret@'));
  const read = await Promise.all([open, shut].map((key) => readKeyTogether(narrow, key, now)));
  narrow.disconnect();
  expect(read.map((raw) => raw?.type)).toEqual(['string', 'denied']);
});

test('when the connection fails it fails for all of them, and the next ones are asked anew', async () => {
  const [key = ''] = await someKeys(1);
  const lost = new Redis(url, { retryStrategy: null, maxRetriesPerRequest: 0 });
  await lost.ping();
  const asked = [key, `${key}:2`].map((each) => readKeyTogether(lost, each, now));
  lost.disconnect();
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await readKeyTogether(redis, key, now))?.type).toBe('none');
});
