import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { type RealCluster, startCluster } from '../../../e2e/support/cluster';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { type SentinelGroup, startSentinelGroup } from '../../../e2e/support/sentinel';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { createRedlock } from '../../locks/index';
import { readDetail } from '../../reads/read-detail';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

/** A server, a group behind sentinels and a cluster vote together. */
let alone: RedisServer;
let group: SentinelGroup;
let cluster: RealCluster;
let clients: [Redis, Redis, Cluster];
let runtime: Runtime;
let folder: string;
let names: string[];
beforeAll(async () => {
  [alone, group, cluster] = await Promise.all([
    startRedisServer(),
    startSentinelGroup(),
    startCluster({ masters: 3, replicasPerMaster: 0 }),
  ]);
  const sentinels = group.options.sentinels.map(({ host, port }) => `redis://${host}:${port}`);
  const seeds = cluster.nodes.map(({ url }) => url);
  clients = [
    new Redis(alone.url),
    new Redis({ ...group.options, retryStrategy: () => 50 }),
    new Cluster(cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port }))),
  ];
  for (const client of clients) client.on('error', () => {}); // a failover cuts one of them
  folder = await mkdtemp(join(tmpdir(), 'lockscope-members-'));
  const file = join(folder, 'config.json');
  const nodes = [
    alone.url,
    { topology: 'sentinel', nodes: sentinels, primary: group.options.name },
    { topology: 'cluster', nodes: seeds },
  ];
  await writeFile(file, JSON.stringify({ targets: [{ name: 'test', topology: 'redlock', nodes }] }));
  runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
  const hostOf = (url = '') => new URL(url).host;
  names = [hostOf(alone.url), `${group.options.name}@${hostOf(sentinels[0])}`, hostOf(seeds[0])];
  await until(
    'every member is seen',
    () => runtime.nodes(null).filter(({ state }) => state === 'live').length === 5,
  );
});
afterAll(async () => {
  await runtime.close();
  for (const client of clients) client.disconnect();
  await Promise.all([alone.close(), group.close(), cluster.close()]);
  await rm(folder, { recursive: true, force: true });
});

const keyOf = () => `order:${randomUUID()}:lock`;
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const votes = async (key: string) =>
  (await readDetail(runtime, idOf(key)).catch(() => null))?.lock.votes?.map(({ node, vote }) => [node, vote]);

test('a lock on all of them is one lock, with a vote of each under a name that lasts', async () => {
  const key = keyOf();
  await using redlock = createRedlock({ nodes: clients, leaseMs: 60_000, settle: 'all' });
  const lease = await redlock.acquire(key, { waitMs: 0 });
  const all = await until('all three votes', async () => {
    const seen = await votes(key);
    return seen?.every(([, vote]) => vote === 'yes') && seen;
  });
  expect(all.map(([node]) => node)).toEqual(names);
  await lease.release();
  await until('it is gone', async () => !(await votes(key)));
});

test('a release goes to each of them, wherever it has the key', async () => {
  const key = keyOf();
  await using redlock = createRedlock({ nodes: clients, leaseMs: 60_000, settle: 'all' });
  const lease = await redlock.acquire(key, { waitMs: 0 });
  await until('all three votes', async () => (await votes(key))?.every(([, vote]) => vote === 'yes'));
  const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
  const body = { seen, typedKey, reason: 'stuck', although: 'alive' as const };
  const caller = callerAt('127.0.0.1');
  const result = await runAction(runtime, { id: idOf(key), action: 'release', body, caller });
  expect(result.nodes).toEqual(names.map((node) => ({ node, outcome: 'released' })));
  expect(await Promise.all(clients.map((client) => client.get(key)))).toEqual([null, null, null]);
  await expect(lease.release()).rejects.toMatchObject({ code: 'lost' });
  expect(lease.signal.reason).toMatchObject({ details: { why: 'force-released' } });
});

test('a failover behind sentinels costs its vote for a while, and the lock nothing', async () => {
  const key = keyOf();
  await using redlock = createRedlock({ nodes: clients, leaseMs: 120_000, settle: 'all' });
  const lease = await redlock.acquire(key, { waitMs: 0 });
  await until('all three votes', async () => (await votes(key))?.every(([, vote]) => vote === 'yes'));
  await clients[1].wait(2, 5_000);
  await group.failover();
  const primary = `127.0.0.1:${group.primary().port}`;
  await until(
    'the new primary is watched',
    () => runtime.nodes(null).some(({ node }) => node === primary),
    20_000,
  );
  await until('all three again', async () => (await votes(key))?.every(([, vote]) => vote === 'yes'));
  expect((await votes(key))?.map(([node]) => node)).toEqual(names);
  expect(runtime.locks(null).find(({ id }) => id === idOf(key))?.state).toBe('held');
  await lease.release();
});
