import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { watchesOn } from '../../../e2e/support/watch';

const own = fileServer();
const { watching } = watchesOn(() => own.server.url);
const JID = 'b4a577edbccf1d805744efa9';

test('the record of a job that is written after its lock names the holder', async () => {
  const { lock } = await watching();
  const digest = `uniquejobs:${randomUUID().replaceAll('-', '')}`;
  await own.redis.hset(`${digest}:LOCKED`, JID, String(Date.now() / 1000));
  await until('the lock without a record', () => lock(`${digest}:LOCKED`)?.holders[0]);
  expect(lock(`${digest}:LOCKED`)?.holders[0]?.label).toBeNull();
  await own.redis.set(`${digest}:INFO`, '{"worker":"MyJob","queue":"default"}');
  await until('its label', () => lock(`${digest}:LOCKED`)?.holders[0]?.label === 'MyJob (default)');
});

test('a fair lock of go-redislock is found by its queue, and its waiters are counted as they come', async () => {
  const { lock } = await watching();
  const key = `{inv-grf-${randomUUID().slice(0, 8)}}`;
  const nowS = Math.floor(Date.now() / 1000);
  await own.redis.multi().zadd(`${key}:queue`, nowS, 'req-31514').set(key, 'req-31514', 'PX', 30_000).exec();
  await until('the lock', () => lock(key)?.format.id === 'go-redislock-fair');
  expect(lock(key)).toMatchObject({ kind: 'fair', waiters: { count: 0 } });
  await own.redis.zadd(`${key}:queue`, nowS + 1, 'req-31520');
  await until('its waiter', () => JSON.stringify(lock(key)?.waiters.count) === '1');
});
