import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { type ClusterNode, type RealCluster, startCluster } from '../../../e2e/support/cluster';
import { until } from '../../../e2e/support/redis-server';
import { expectTruth, names, startTruthRun, type TruthRun } from '../../../e2e/support/truth-run';

/** A cluster with locks on all its slots, and more on one of them. */
async function onCluster(context: TestContext) {
  const cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  context.onTestFinished(() => cluster.close());
  const tag = `{${randomUUID()}}`;
  const seed = `redis://127.0.0.1:${cluster.nodes[0]?.port}`;
  const run = await startTruthRun(context, {
    url: `${seed}/0`,
    change: {
      topology: { kind: 'cluster', seeds: cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`) },
    },
    connect: () => new Cluster(cluster.startupNodes, { redisOptions: { maxRetriesPerRequest: 1 } }),
    changing: [...names('changing', 12), ...names('changing', 12, tag)],
    kept: [...names('kept', 6), ...names('kept', 3, tag)],
  });
  return { cluster, run, slot: await cluster.slotOf(tag), tagged: (key: string) => key.startsWith(tag) };
}

const addressOf = ({ port }: { port: number }) => `127.0.0.1:${port}`;

async function replicated(cluster: RealCluster, slot: number): Promise<void> {
  const { admin } = await cluster.masterOf(slot);
  await until('its replica has everything', async () => (await admin.wait(1, 1_000)) === 1);
}

async function replicaOf({ nodes }: RealCluster, master: ClusterNode): Promise<ClusterNode> {
  const infos = await Promise.all(nodes.map(({ admin }) => admin.info('replication')));
  const replica = nodes[infos.findIndex((info) => info.includes(`master_port:${master.port}\r`))];
  if (!replica) throw new Error('the master has no replica');
  return replica;
}

function nodesOf(run: TruthRun, keys: (key: string) => boolean): string[] {
  return [...new Set(run.workload.kept.filter(keys).map((key) => run.watched.lock(key)?.node ?? 'none'))];
}

test('cluster failover that was asked for, and back: no change is missed and nothing is wrong for longer than a second', async (context) => {
  const { cluster, run, slot, tagged } = await onCluster(context);
  for (let round = 0; round < 2; round++) {
    const promoted = await cluster.failover(slot);
    await until('it is told', () => nodesOf(run, tagged).join() === addressOf(promoted));
    await run.workload.changed(60);
  }
  await expectTruth(run);
});

test('slot migration under load, there and back: locks of the slot are said rightly at every step', async (context) => {
  const { cluster, run, slot, tagged } = await onCluster(context);
  for (let round = 0; round < 2; round++) {
    const to = await cluster.otherMaster(slot);
    await cluster.migrateSlot(slot, to, () => run.workload.changed(8));
    await until('it is told', () => nodesOf(run, tagged).join() === addressOf(to));
  }
  await expectTruth(run);
});

test('cluster failover after kill -9: unknown while nobody serves the slots, then as the promoted node tells', async (context) => {
  const { cluster, run, slot, tagged } = await onCluster(context);
  await replicated(cluster, slot);
  await run.workload.inDoubt(async () => {
    const killed = await cluster.masterOf(slot);
    run.check.silent(addressOf(killed));
    await cluster.killMasterOf(slot);
    await cluster.masterOf(slot);
  });
  await expectTruth(run);
  expect(nodesOf(run, tagged)).toEqual([addressOf(await cluster.masterOf(slot))]);
});

test('while the whole cluster is down, leases that end on the nodes that are left are not said to be held', async (context) => {
  const { cluster, run, slot, tagged } = await onCluster(context);
  const killed = await cluster.masterOf(slot);
  const replica = await replicaOf(cluster, killed);
  context.onTestFinished(() => replica.thaw());
  await replicated(cluster, slot);
  await run.workload.still(async () => {
    await replicated(cluster, slot);
    run.check.silent(addressOf(killed));
    replica.freeze();
    await killed.stop('SIGKILL');
    const left = cluster.nodes.filter((node) => node !== killed && node !== replica);
    await until('the nodes that are left refuse', async () => {
      const infos = await Promise.all(left.map(({ admin }) => admin.cluster('INFO')));
      return infos.every((info) => String(info).includes('cluster_state:fail'));
    });
    await until('nothing is said to be held', () =>
      run.watched.collector.locks().every(({ state }) => state === 'unknown'),
    );
    replica.thaw();
    await cluster.masterOf(slot);
  });
  await expectTruth(run);
  expect(nodesOf(run, tagged)).toEqual([addressOf(replica)]);
});
