import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, type Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { waitingFor } from '../../e2e/support/a-lock';
import { startRuntime } from '../../e2e/support/a-runtime';
import { startCluster } from '../../e2e/support/cluster';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import { preview } from '../actions/plan/preview';
import { LockDetail } from '../contract/locks';
import { readDetail } from './read-detail';

type Context = Parameters<typeof ownServer>[0];
type AnyClient = Redis | Cluster;

const LEASE_MS = 600_000;
const token = () => randomUUID();
const nextKey = () => `job:${randomUUID()}:lock`;
const idOf = (key: string) => `test.0.${key}`;

/** A console on a server of the test's own, and one who works there. `rights` = what its user may not do. */
async function watched(context: Context, args: string[] = [], ...rights: string[]) {
  const user = ['--user', 'viewer', 'on', 'nopass', '~*', '&*', '+@all', ...rights];
  const { server, connect } = await ownServer(context, [...args, ...user]);
  const runtime = await startRuntime(`redis://viewer:any@127.0.0.1:${server.port}`);
  context.onTestFinished(() => runtime.close());
  const redis = connect();
  const shown = (key: string) => runtime.locks().find((lock) => lock.key.text === key);
  async function held(): Promise<string> {
    const key = nextKey();
    await redis.set(key, token(), 'PX', LEASE_MS, 'NX');
    await until('it is known', () => shown(key));
    return key;
  }
  const hintOf = async (key: string) => (await readDetail(runtime, idOf(key))).contentionHint;
  return { runtime, redis, held, shown, hintOf };
}

/** Nobody used the key for so long that the last use of ours is told from one that comes now. */
function unused(redis: AnyClient, key: string): Promise<unknown> {
  return until('it is not used', async () => Number(await redis.object('IDLETIME', key)) >= 3);
}

const GET = "return redis.call('get', KEYS[1])";
const TAKE = "return redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', 1000)";

describe.concurrent('that somebody tries to take a lock whose waiters cannot be counted', () => {
  const tries: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
    'SET NX': (redis, key) => redis.set(key, token(), 'PX', 1_000, 'NX'),
    SETNX: (redis, key) => redis.setnx(key, token()),
    'SET NX in a script': (redis, key) => redis.eval(TAKE, 1, key, token()),
    'GET in a script': (redis, key) => redis.eval(GET, 1, key),
  };
  for (const [how, attempt] of Object.entries(tries)) {
    test(`by ${how} is told, as inferred, and stays told for a while`, async (context) => {
      const { runtime, redis, held, shown, hintOf } = await watched(context);
      const key = await held();
      expect(shown(key)?.waiters.count).toBeNull();
      await unused(redis, key);
      const before = Date.now();
      await attempt(redis, key);
      const hint = await hintOf(key);
      expect(hint).toMatchObject({ known: { by: 'inferred' } });
      expect(hint?.lastTryMs).toBeLessThanOrEqual(before);
      expect(hint?.lastTryMs).toBeGreaterThan(before - 3_000);
      const again = LockDetail.parse(await readDetail(runtime, idOf(key)));
      expect(again.contentionHint?.lastTryMs).toBe(hint?.lastTryMs);
      await unused(redis, key);
      await attempt(redis, key);
      expect((await hintOf(key))?.lastTryMs).toBeGreaterThan(hint?.lastTryMs ?? Number.POSITIVE_INFINITY);
    });
  }

  test('is not told of our own readings, of which there may be several at once', async (context) => {
    const { runtime, redis, held, hintOf } = await watched(context);
    const key = await held();
    for (let round = 0; round < 2; round++) {
      await unused(redis, key);
      const reads = [hintOf(key), preview(runtime, idOf(key), { action: 'release' }), hintOf(key)];
      const [first, , second] = await Promise.all(reads);
      expect([first, second, await hintOf(key)]).toEqual([null, null, null]);
    }
  });

  test('is not told of the holder, who renews', async (context) => {
    const { redis, held, shown, hintOf } = await watched(context);
    const key = await held();
    await unused(redis, key);
    await redis.pexpire(key, LEASE_MS);
    expect(await hintOf(key)).toBeNull();
    await until('the renewal', () => shown(key)?.renewal.count === 1);
    expect(await hintOf(key)).toBeNull();
  });

  test('is not told where Redis counts another way, or we may not ask; all else is', async (context) => {
    const lfu = await watched(context, ['--maxmemory-policy', 'allkeys-lfu']);
    const denied = await watched(context, [], '-object');
    for (const { runtime, redis, held } of [lfu, denied]) {
      const key = await held();
      if (runtime === denied.runtime) await unused(redis, key);
      await redis.setnx(key, token());
      const detail = await readDetail(runtime, idOf(key));
      expect(detail).toMatchObject({ contentionHint: null, lock: { holders: [{}] } });
    }
  });

  test('is not told where changes are polled: each poll is use as well', async (context) => {
    const { redis, held, hintOf, runtime, shown } = await watched(context, [], '-client|tracking');
    const key = await held();
    const looks = async () => Number(await redis.object('IDLETIME', key));
    for (let round = 0; round < 2; round++) {
      await until('it was used for a while', async () => (await looks()) >= 1);
      await until('it is polled', async () => (await looks()) === 0);
      await redis.setnx(key, token());
      expect(await hintOf(key)).toBeNull();
    }
    expect(shown(key)?.waiters.count).toBeNull();
    expect(runtime.nodes()[0]?.events).toBe('polling');
  });

  test('is not told where waiters are counted', async (context) => {
    const { redis, runtime, shown } = await watched(context);
    const key = nextKey();
    await redis.multi().hset(key, `${token()}:1`, 1).pexpire(key, LEASE_MS).exec();
    await until('its waiters', () => waitingFor(shown(key)) === 0);
    await unused(redis, key);
    await redis.hexists(key, 'somebody');
    expect((await readDetail(runtime, idOf(key))).contentionHint).toBeNull();
  });
});

test('in a cluster the node of the key is asked', async ({ onTestFinished }) => {
  const cluster = await startCluster({ masters: 3, replicasPerMaster: 0 });
  onTestFinished(() => cluster.close());
  const redis = new Cluster(cluster.startupNodes);
  onTestFinished(() => redis.disconnect());
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-cluster-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const nodes = cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify({ targets: [{ name: 'test', topology: 'cluster', nodes }] }));
  const runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
  onTestFinished(() => runtime.close());
  const keys = Array.from({ length: 6 }, nextKey);
  for (const key of keys) await redis.set(key, token(), 'PX', LEASE_MS, 'NX');
  await until('all are known', () => runtime.locks().length === keys.length);
  // A reading of the reconciler right behind a try hides it: then the next one is seen.
  const hintAfterTry = (key: string) =>
    until('a try is seen', async () => {
      await unused(redis, key);
      await redis.setnx(key, token());
      return (await readDetail(runtime, idOf(key))).contentionHint;
    });
  const hints = await Promise.all(keys.map(hintAfterTry));
  expect(hints.map(({ known }) => known.by)).toEqual(keys.map(() => 'inferred'));
});
