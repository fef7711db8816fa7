import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { type RealCluster, startCluster } from '../../../e2e/support/cluster';
import { until } from '../../../e2e/support/redis-server';
import { type Watch, watch } from '../../../e2e/support/watch';
import { createMutex, createReentrant } from '../../locks/index';

let cluster: RealCluster;
let watched: Watch;
let redis: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  redis = new Cluster(cluster.startupNodes);
  redis.on('error', () => {}); // nodes are killed here
  const seed = `redis://127.0.0.1:${cluster.nodes[0]?.port}`;
  watched = watch(`${seed}/0`, { topology: { kind: 'cluster', seeds: [seed] } });
  await until('every shard is swept', () => watched.collector.nodes().length === 3 && allSwept());
});
afterAll(async () => {
  await watched.collector.stop();
  redis.disconnect();
  await cluster.close();
});

const allSwept = () => watched.collector.nodes().every(({ coverage }) => coverage.names === 1);
const addressOf = ({ port }: { port: number }) => `127.0.0.1:${port}`;
const take = (key: string) => redis.set(key, randomUUID(), 'PX', 120_000, 'NX');
const kinds = (key: string) => watched.kinds(key);

/** The node that serves the slot of a key. */
const masterOf = async (key: string) => cluster.masterOf(await cluster.slotOf(key));

test('locks of every shard are found, each with its node; renewals, waiters and releases are seen', async () => {
  const keys = Array.from({ length: 30 }, (_, i) => `${randomUUID()}:${i}:lock`);
  await Promise.all(keys.map(take));
  for (const key of keys) {
    const lock = await until(`${key} is found`, () => watched.lock(key));
    expect(lock.node).toBe(addressOf(await masterOf(key)));
  }
  expect(new Set(keys.map((key) => watched.lock(key)?.node)).size).toBe(3);
  expect(watched.collector.nodes().map(({ state, events }) => `${state} ${events}`)).toEqual(
    Array.from({ length: 3 }, () => 'live tracking'),
  );
  const [freed = ''] = keys;
  await redis.del(freed);
  await until('the release', () => kinds(freed).includes('released'));

  await using holders = createMutex({ redis, leaseMs: 6_000, watchdog: true });
  await using waiters = createMutex({ redis });
  const lease = await holders.tryAcquire('contended:lock');
  const waiting = waiters.acquire('contended:lock', { waitMs: 60_000 });
  await until('the waiter', () => waitingFor(watched.lock('contended:lock')) === 1);
  await until('renewals', () => (watched.lock('contended:lock')?.renewal.count ?? 0) > 1);
  const holder = watched.lock('contended:lock')?.holders[0];
  expect(holder?.process?.pid).toBe(process.pid);
  await until('it is proven alive', () => watched.lock('contended:lock')?.holders[0]?.verdict === 'alive');
  await lease?.release();
  await (await waiting).release();
});

test('while a slot is moved key by key its locks stay, and those taken meanwhile are found', async () => {
  const tag = `{${randomUUID()}}`;
  const slot = await cluster.slotOf(tag);
  const keys = [1, 2, 3].map((n) => `${tag}:held:${n}:lock`);
  await Promise.all(keys.map(take));
  await using client = createReentrant({ redis, leaseMs: 3_000 });
  const renewed = await client.tryAcquire(`${tag}:renewed:lock`);
  const all = [...keys, `${tag}:renewed:lock`];
  await until('all are known, and told', () =>
    all.every((key) => watched.lock(key) && kinds(key).length > 0),
  );
  const [from, to] = [await cluster.masterOf(slot), await cluster.otherMaster(slot)];

  let moved = 0;
  await cluster.migrateSlot(slot, to, async (step) => {
    if (step === 'moved') moved += 1;
    if (step === 'moved' && moved === 1) {
      await take(`${tag}:new:lock`); // the old node redirects the client to the new one
      await until('one that is taken meanwhile', () => watched.lock(`${tag}:new:lock`));
    }
    for (const key of all) expect(watched.lock(key), `${key} at ${step}`).toBeDefined();
  });
  expect(from.id).not.toBe(to.id);
  await until('they are on the new node', () =>
    [...all, `${tag}:new:lock`].every((key) => watched.lock(key)?.node === addressOf(to)),
  );
  for (const key of keys) expect(kinds(key)).toEqual(['acquired']);
  expect(kinds(`${tag}:renewed:lock`).filter((kind) => kind !== 'renewed')).toEqual(['acquired']);
  await renewed?.release();
  await redis.del(`${tag}:new:lock`);
  await until('releases on the new node', () =>
    [`${tag}:new:lock`, `${tag}:renewed:lock`].every((key) => kinds(key).at(-1) === 'released'),
  );
});

test('a lock that is released while its slot moves is gone, and told as released', async () => {
  const tag = `{${randomUUID()}}`;
  const slot = await cluster.slotOf(tag);
  await take(`${tag}:a:lock`);
  await until('it is known, and told', () => kinds(`${tag}:a:lock`).length > 0);
  await cluster.migrateSlot(slot, await cluster.otherMaster(slot), async (step) => {
    if (step !== 'moved') return;
    await redis.del(`${tag}:a:lock`);
    await until('it is gone', () => kinds(`${tag}:a:lock`).length > 1);
  });
  expect(kinds(`${tag}:a:lock`)).toEqual(['acquired', 'released']);
});

test('after a failover that was asked for, nothing ended and the new node is watched', async () => {
  const key = `${randomUUID()}:lock`;
  const slot = await cluster.slotOf(key);
  await take(key);
  await until('it is known, and told', () => kinds(key).length > 0);
  const promoted = await cluster.failover(slot);
  await until('it is on the promoted node', () => watched.lock(key)?.node === addressOf(promoted));
  await until('the node is live', () =>
    watched.collector.nodes().some((node) => node.node === addressOf(promoted) && node.state === 'live'),
  );
  expect(kinds(key)).toEqual(['acquired']);
  expect(watched.collector.nodes()).toHaveLength(3);
});

test('a master killed ahead of its replica: unknown while nobody serves the slot, then kept or told as lost', async () => {
  const tag = `{${randomUUID()}}`;
  const slot = await cluster.slotOf(tag);
  const [kept, lost] = [`${tag}:kept:lock`, `${tag}:lost:lock`];
  await until('every node reports', () =>
    watched.collector.nodes().every(({ state, coverage }) => state === 'live' && coverage.names === 1),
  );
  await take(kept);
  const old = addressOf(await cluster.masterOf(slot));
  await (await cluster.masterOf(slot)).admin.wait(1, 5_000);
  await until('the first is known, and told', () => kinds(kept).length > 0);
  await cluster.killMasterAhead(slot, async () => {
    await take(lost);
    await until('the second is known', () => watched.lock(lost));
  });
  await until('both are unknown', () =>
    [kept, lost].every((key) => watched.lock(key)?.state === 'unknown' || kinds(key).includes('lost')),
  );
  const promoted = await cluster.masterOf(slot);
  await until('the first is held again', () => watched.lock(kept)?.state === 'held');
  expect(watched.lock(kept)?.node).toBe(addressOf(promoted));
  expect(kinds(kept)).toEqual(['acquired']);
  await until('the second is gone', () => kinds(lost).length > 1);
  expect(kinds(lost)).toEqual(['acquired', 'lost']);
  const evidence = await until('the failover is found', () => {
    const { findings } = watched.collector.nodes().find(({ node }) => node === addressOf(promoted)) ?? {};
    return findings?.find(({ code }) => code === 'promoted')?.evidence.map(({ values }) => values);
  });
  expect(evidence[0]).toEqual({ from: old });
  expect(evidence).toContainEqual({ key: lost });
});
