import { randomUUID } from 'node:crypto';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { type RealCluster, startCluster } from '../../../e2e/support/cluster';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { channelOf, rwChannelOf } from '../../domain/keys/redisson-names';
import {
  createFair,
  createFenced,
  createMultiLock,
  createMutex,
  createReadWrite,
  createRedlock,
  createReentrant,
  createSemaphore,
  type Lease,
  type LockClient,
  type LockClientOptions,
} from '../index';

const redisUrl = await fileRedis();

let cluster: RealCluster;
let redis: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ masters: 3, replicasPerMaster: 0 });
  redis = new Cluster(cluster.startupNodes);
});
afterAll(async () => {
  redis.disconnect();
  await cluster.close();
});
const { opened } = closing();
const another = () => opened(new Cluster(cluster.startupNodes));

type Any = Pick<LockClient<Lease, never>, 'tryAcquire' | 'acquire' | 'close'>;
const kinds: [string, (options: LockClientOptions) => Any][] = [
  ['mutex', createMutex],
  ['reentrant lock', createReentrant],
  ['fair lock', createFair],
  ['fenced lock', createFenced],
  ['write lock', (options) => createReadWrite(options).write],
  ['semaphore', (options) => createSemaphore({ ...options, permits: 1 })],
];

/** Subscribers of any channel of `key`, asked at the master of its slot, where alone they can be seen. */
async function subscribers(key: string, kind: 'CHANNELS' | 'SHARDCHANNELS'): Promise<string[]> {
  const { admin } = await cluster.masterOf(await cluster.slotOf(key));
  return (await admin.pubsub(kind as 'CHANNELS', `*${key}*`)) as string[];
}

describe.each(kinds)('a %s on a cluster', (_, create) => {
  test.each([
    ['auto', 'SHARDCHANNELS'],
    ['classic', 'CHANNELS'],
  ] as const)('wakes its waiter with pubsub %s by message', async (pubsub, kind) => {
    const key = randomUUID();
    const lease = await opened(create({ redis, pubsub })).tryAcquire(key, { leaseMs: 60_000 });
    const waiting = opened(create({ redis: another(), pubsub })).acquire(key, { waitMs: 9_000 }); // below its longest sleep
    await until('it is subscribed', async () => (await subscribers(key, kind)).length > 0);
    await lease?.release();
    await (await waiting).release();
  });
});

test('a waiter whose slot moves to another node is subscribed there, and wakes', async () => {
  const key = randomUUID();
  const slot = await cluster.slotOf(key);
  const lease = await opened(createMutex({ redis })).tryAcquire(key, { leaseMs: 60_000 });
  const waiting = opened(createMutex({ redis: another() })).acquire(key, { waitMs: 15_000 });
  await until('it is subscribed', async () => (await subscribers(key, 'SHARDCHANNELS')).length > 0);
  await cluster.migrateSlot(slot, await cluster.otherMaster(slot));
  await until('it is subscribed there', async () => (await subscribers(key, 'SHARDCHANNELS')).length > 0);
  await lease?.release();
  await (await waiting).release();
});

test('a multi-lock spans slots, all or nothing', async () => {
  const keys = ['a', 'b', 'c', 'd'].map((name) => `${name}:${randomUUID()}`);
  const multi = opened(createMultiLock({ redis }));
  const lease = await multi.acquire(keys, { waitMs: 0 });
  const single = opened(createReentrant({ redis: another() }));
  for (const key of keys) expect(await single.tryAcquire(key)).toBeNull();
  await lease.release();
  const one = await single.tryAcquire(keys[2] ?? '');
  expect(await multi.tryAcquire(keys)).toBeNull();
  for (const key of [keys[0], keys[1], keys[3]]) expect(await redis.exists(key ?? '')).toBe(0);
  await one?.release();
});

test('a Redlock may have a cluster among its nodes', async () => {
  const key = randomUUID();
  const single = opened(new Redis(redisUrl));
  // Room for a machine that is busy with other things: both nodes are to answer.
  const options = { nodes: [single, redis], nodeTimeoutMs: 5_000 };
  const lease = await opened(createRedlock({ ...options, settle: 'all' })).acquire(key, { waitMs: 0 });
  expect(await single.get(key)).toBe(lease.token);
  expect(await redis.get(key)).toBe(lease.token);
  expect(await opened(createRedlock(options)).tryAcquire(key)).toBeNull();
  await lease.release();
  await until('both released', async () => !(await single.exists(key)) && !(await redis.exists(key)));
});

test('the release goes to the channel that Redisson listens on', async () => {
  const key = randomUUID();
  const { admin } = await cluster.masterOf(await cluster.slotOf(key));
  const listener = opened(admin.duplicate());
  const heard: string[] = [];
  listener.on('smessage', (channel: string, message: string) => heard.push(`${channel} ${message}`));
  await listener.ssubscribe(channelOf(key), rwChannelOf(key));
  const lease = await opened(createReentrant({ redis })).acquire(key, { waitMs: 0 });
  await lease.release();
  const writer = await opened(createReadWrite({ redis })).write.acquire(key, { waitMs: 0 });
  await writer.release();
  await until('both are heard', () => heard.length === 2);
  expect(heard).toEqual([`${channelOf(key)} 0`, `${rwChannelOf(key)} 1`]);
});
