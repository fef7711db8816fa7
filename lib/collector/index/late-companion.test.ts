import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { watch, watchesOn } from '../../../e2e/support/watch';
import { permitDeadlinesOf } from '../../domain/keys/redisson-names';

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

test('a permit that is taken while a reading without one is under way is not lost', async ({
  onTestFinished,
}) => {
  const { redis, server } = own;
  const proxy = await startProxy(server.port);
  const { collector, lock } = watch(proxy.url);
  onTestFinished(async () => {
    await collector.stop();
    await proxy.close();
  });
  const key = `permits-${randomUUID()}:lock`;
  const take = () =>
    redis
      .multi()
      .set(key, 0)
      .zadd(permitDeadlinesOf(key), Date.now() + 300_000, randomBytes(16))
      .exec();
  const readings = async () => Number(/cmdstat_pttl:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]);
  await take();
  const first = await until('the first permit', () => lock(key)?.holders[0]?.token);

  proxy.delay(300, 'lockscope:commands');
  const before = await readings();
  await redis.multi().set(key, 1).del(permitDeadlinesOf(key)).exec();
  await until('a reading that has no permit', async () => (await readings()) > before);
  await take();
  const next = await until('the next permit', () => lock(key)?.holders.find(({ token }) => token !== first));
  expect(lock(key)).toMatchObject({ state: 'held', holders: [next] });
});
