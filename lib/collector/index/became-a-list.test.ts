import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { watchesOn } from '../../../e2e/support/watch';

const own = fileServer();
const { watching } = watchesOn(() => own.server.url);

test.each([
  ['list', (key: string) => own.redis.rpush(key, 'a')],
  ['set', (key: string) => own.redis.sadd(key, 'a')],
  ['sorted set', (key: string) => own.redis.zadd(key, 1, 'a')],
  ['stream', (key: string) => own.redis.xadd(key, '*', 'field', 'a')],
])('a key that had a lock and is a %s now has no holder', async (_, write) => {
  const key = `lock:${randomUUID()}`;
  const { lock, kinds } = await watching();
  await own.redis.set(key, randomUUID(), 'PX', 600_000);
  await until('the lock', () => lock(key));
  await own.redis.del(key);
  await write(key);
  await until('the lock has ended', () =>
    kinds(key).some((kind) => kind !== 'acquired' && kind !== 'first-seen'),
  );
  await until('nobody has it', () => (lock(key)?.holders.length ?? 0) === 0);
  expect(lock(key)?.findings.some(({ code }) => code === 'no-ttl') ?? false).toBe(false);
});
