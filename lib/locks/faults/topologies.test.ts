import { randomUUID } from 'node:crypto';
import { Cluster, Redis } from 'ioredis';
import { describe, expect, type TestContext, test } from 'vitest';
import { startCluster } from '../../../e2e/support/cluster';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { startSentinelGroup } from '../../../e2e/support/sentinel';
import { startProxy } from '../../../e2e/support/tcp-proxy';

const redisUrl = await fileRedis();

test.concurrent('a Sentinel group serves writes again after a failover and after the kill of its primary', async ({
  onTestFinished,
}) => {
  const group = await startSentinelGroup();
  const redis = new Redis({ ...group.options });
  redis.on('error', () => {}); // its primary is killed
  onTestFinished(async () => {
    redis.disconnect();
    await group.close();
  });
  const first = group.primary();
  await redis.set('n', 1);
  expect(await redis.wait(2, 5_000)).toBe(2);
  const second = await group.failover();
  expect(second).not.toBe(first);
  await group.settled();
  expect(await redis.incr('n')).toBe(2);
  expect(redis.stream.remotePort).toBe(second.port);

  expect(await redis.wait(2, 5_000)).toBe(2);
  await group.killPrimary();
  const third = await group.promoted();
  expect(group.replicas()).toContain(second);
  expect(await redis.incr('n')).toBe(3);
  expect(redis.stream.remotePort).toBe(third.port);
});

test.concurrent('a cluster moves a slot step by step and fails over, with its keys', async ({
  onTestFinished,
}) => {
  const cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  const redis = new Cluster(cluster.startupNodes, { maxRedirections: 100 });
  onTestFinished(async () => {
    redis.disconnect();
    await cluster.close();
  });
  const key = `{${randomUUID()}}`;
  const slot = await cluster.slotOf(key);
  const [from, to] = [await cluster.masterOf(slot), await cluster.otherMaster(slot)];
  for (const name of ['a', 'b']) await redis.set(key + name, 0);

  const steps: string[] = [];
  await cluster.migrateSlot(slot, to, async (step) => {
    steps.push(step);
    await redis.incr(`${key}a`);
    await redis.incr(`${key}b`);
    if (step === 'migrating') {
      await expect(from.admin.get(`${key}new`)).rejects.toThrow(/^ASK/);
      await expect(to.admin.get(`${key}new`)).rejects.toThrow(/^MOVED/);
    }
  });
  expect(steps).toEqual(['importing', 'migrating', 'moved', 'moved', 'assigned']);
  expect(await redis.mget(`${key}a`, `${key}b`)).toEqual(['5', '5']);
  expect(await cluster.masterOf(slot)).toBe(to);

  const promoted = await cluster.failover(slot);
  expect(promoted).not.toBe(to);
  expect(await redis.incr(`${key}a`)).toBe(6);
  await promoted.admin.wait(1, 5_000);
  expect(await cluster.killMasterOf(slot)).toBe(promoted);
  expect(await cluster.masterOf(slot)).toBe(to);
  expect(await redis.incr(`${key}a`)).toBe(7);
});

describe.concurrent('a proxy', () => {
  async function bench({ onTestFinished }: TestContext) {
    const proxy = await startProxy(Number(new URL(redisUrl).port));
    const [direct, redis] = [new Redis(redisUrl), new Redis(proxy.url)];
    redis.on('error', () => {}); // it is cut off
    onTestFinished(async () => {
      for (const each of [direct, redis]) each.disconnect();
      await proxy.close();
    });
    await redis.ping();
    return { proxy, direct, redis, key: randomUUID() };
  }

  test('that hangs holds a request back, and delivers it late although its sender has gone', async (context) => {
    const { proxy, direct, redis, key } = await bench(context);
    proxy.hang();
    const asked = redis.set(key, '1');
    asked.catch(() => {}); // cut off
    await direct.ping();
    expect(await direct.get(key)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 50)); // until the request is in the proxy
    redis.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await direct.get(key)).toBeNull();
    proxy.pass();
    await until('the request arrived', async () => (await direct.get(key)) === '1');
  });

  test('that drops replies has the request obeyed, and cut lets the client ask again', async (context) => {
    const { proxy, direct, redis, key } = await bench(context);
    proxy.mute();
    const asked = redis.incr(key);
    await until('Redis obeyed', async () => (await direct.get(key)) === '1');
    proxy.pass();
    proxy.cut();
    expect(await asked).toBe(2);
  });

  test('that delays is that much slower, in order', async (context) => {
    const { proxy, redis, key } = await bench(context);
    proxy.delay(200);
    const startMs = performance.now();
    expect(await Promise.all([redis.incr(key), redis.incr(key), redis.incr(key)])).toEqual([1, 2, 3]);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(199);
  });
});
