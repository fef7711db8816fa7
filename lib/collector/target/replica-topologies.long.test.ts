import { randomUUID } from 'node:crypto';
import { Cluster, Redis } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { startCluster } from '../../../e2e/support/cluster';
import { until } from '../../../e2e/support/redis-server';
import { startSentinelGroup } from '../../../e2e/support/sentinel';
import { watch } from '../../../e2e/support/watch';
import { bytesOf } from '../../domain/keys/bytes';
import { lockscopeMutex } from '../../formats/node/lockscope-mutex';
import { createMutex } from '../../locks/index';

const addressOf = ({ port }: { port: number }) => `127.0.0.1:${port}`;
const channelOf = (key: string) => lockscopeMutex.channels?.channelOf(bytesOf(key)) ?? '';

async function watchedCluster(context: TestContext) {
  const cluster = await startCluster({ masters: 2, replicasPerMaster: 1 });
  context.onTestFinished(() => cluster.close());
  const seed = `redis://127.0.0.1:${cluster.nodes[0]?.port}`;
  const watched = watch(`${seed}/0`, { topology: { kind: 'cluster', seeds: [seed] } });
  context.onTestFinished(() => watched.collector.stop());
  const redis = new Cluster(cluster.startupNodes);
  redis.on('error', () => {}); // nodes are killed here
  context.onTestFinished(() => redis.disconnect());
  const rows = () =>
    watched.collector.nodes().map(({ node, replicas }) => ({ node, replicas: replicas ?? [] }));
  await until('every replica answers', () => {
    const all = rows().flatMap(({ replicas }) => replicas);
    return all.length === 2 && all.every(({ state }) => state === 'answers');
  });
  return { cluster, watched, redis, rows };
}

test('each primary of a cluster has its replica, which is asked for the locks of its slots', async (context) => {
  const { cluster, watched, redis, rows } = await watchedCluster(context);
  const keys = Array.from({ length: 20 }, (_, i) => `${i}:lock`);
  await Promise.all(keys.map((key) => redis.set(key, randomUUID(), 'PX', 600_000)));
  await until('all are counted', () => {
    const counts = rows().flatMap(({ replicas }) => replicas.map(({ locks }) => locks));
    return counts.every((locks) => locks && locks.present === locks.held && locks.held > 0) &&
      counts.reduce((sum, locks) => sum + (locks?.held ?? 0), 0) === 20
      ? counts
      : undefined;
  });
  for (const { node, replicas } of rows()) {
    const [port = 0] = node.split(':').slice(-1).map(Number);
    const info = String(await cluster.nodes.find((each) => each.port === port)?.admin.info('replication'));
    expect(replicas.map(({ address }) => address)).toEqual([`127.0.0.1:${/port=(\d+)/.exec(info)?.[1]}`]);
    expect(replicas).toMatchObject([{ unread: [], stream: { by: 'replica', link: 'up' } }]);
  }
  for (const key of keys.slice(0, 4)) {
    const shard = rows().find(({ node }) => node === watched.lock(key)?.node);
    const [on, ...others] = await watched.collector.onReplicas(bytesOf(key));
    expect(on).toMatchObject({ address: shard?.replicas[0]?.address, present: true, why: null });
    expect(others).toEqual([]);
  }
});

test('a waiter that subscribed on a replica of the cluster is counted, in either way', async (context) => {
  const { cluster, watched, redis, rows } = await watchedCluster(context);
  await using mutex = createMutex({ redis });
  await mutex.tryAcquire('a:lock');
  const counted = (count: number) =>
    until(`${count} waiters`, () => waitingFor(watched.lock('a:lock')) === count);
  await counted(0);
  const shard = rows().find(({ node }) => node === watched.lock('a:lock')?.node);
  const elsewhere = rows().find((row) => row !== shard && row.node !== shard?.node);
  const portOf = (address = '') => Number(address.split(':').at(-1));
  const at = (address: string | undefined) => {
    const client = new Redis({ host: '127.0.0.1', port: portOf(address), protocol: 2 });
    context.onTestFinished(() => client.disconnect());
    return client;
  };
  expect(cluster.nodes.map(addressOf)).toContain(shard?.replicas[0]?.address);

  // Classic messages reach every node, sharded ones only the nodes of their shard.
  const classic = at(elsewhere?.replicas[0]?.address);
  await classic.subscribe(channelOf('a:lock'));
  await counted(1);
  const sharded = at(shard?.replicas[0]?.address);
  await sharded.readonly();
  await sharded.ssubscribe(channelOf('a:lock'));
  await counted(2);
  for (const client of [classic, sharded]) client.disconnect();
  await counted(0);
});

test('a failover of a shard: the rows follow, and the old primary is a replica', async (context) => {
  const { cluster, rows } = await watchedCluster(context);
  const old = addressOf(await cluster.masterOf(0));
  const promoted = addressOf(await cluster.failover(0));
  const shard = await until(
    'the roles are swapped',
    () => {
      const row = rows().find(({ node }) => node === promoted);
      return row?.replicas.some(({ address, state }) => address === old && state === 'answers') && row;
    },
    20_000,
  );
  expect(shard.replicas.map(({ address }) => address)).toEqual([old]);
  expect(rows().map(({ node }) => node)).not.toContain(old);
});

test('behind sentinels the replicas of the primary are shown, and follow a failover', async (context) => {
  const group = await startSentinelGroup();
  context.onTestFinished(() => group.close());
  const urls = group.options.sentinels.map(({ host, port }) => `redis://${host}:${port}`);
  const topology = { kind: 'sentinel' as const, sentinels: urls, primary: group.options.name };
  const watched = watch(`${urls[0]}/0`, { topology });
  context.onTestFinished(() => watched.collector.stop());
  const answering = () =>
    (watched.status().replicas ?? []).flatMap(({ address, state, stream }) =>
      state === 'answers' && stream?.link === 'up' ? [address] : [],
    );
  const expected = () => group.replicas().map(addressOf).sort();
  await until('both answer', () => answering().join() === expected().join());

  await group.settled();
  const old = group.primary();
  await group.failover();
  expect(expected()).toContain(addressOf(old));
  await until('the other two answer', () => answering().join() === expected().join());
  expect(watched.status().node).toBe(addressOf(group.primary()));
  expect(watched.status().replicas).toHaveLength(2);
});
