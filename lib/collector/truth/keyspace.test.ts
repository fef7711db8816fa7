import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { startCluster } from '../../../e2e/support/cluster';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { expectTruth, names, ownConnection, startTruthRun } from '../../../e2e/support/truth-run';

const NOTIFIES = 'Eg$lshzxe';
const VIEWER = ['--user', 'viewer', 'on', 'nopass', '~*', '&*', '+@all', '-client|tracking'];

/** The server denies CLIENT TRACKING and sends keyspace notifications; the collector goes through a proxy. */
async function notified(context: TestContext, flags = NOTIFIES) {
  const { server, connect } = await ownServer(context, ['--notify-keyspace-events', flags, ...VIEWER]);
  const admin = connect();
  const proxy = await startProxy(server.port, { answersEnd: false });
  context.onTestFinished(() => proxy.close());
  const url = `redis://viewer:any@127.0.0.1:${proxy.port}`;
  const run = await startTruthRun(context, { url, connect: () => ownConnection(server.port) });
  return { admin, proxy, run, server, address: `127.0.0.1:${proxy.port}` };
}

test.concurrent('told by events, or by keys, nothing is said wrongly for longer than a second', async (context) => {
  const runs = await Promise.all([notified(context), notified(context, 'KA')]);
  for (const { run } of runs) {
    expect(run.watched.status().events).toBe('keyspace');
    await run.workload.changed(200);
    await expectTruth(run);
    expect(run.watched.status()).toMatchObject({ events: 'keyspace', eventsGap: null });
  }
});

test.concurrent('FLUSHALL, of which nothing tells, is noticed within a second', async (context) => {
  const { run } = await notified(context);
  for (let round = 0; round < 3; round++) {
    await run.workload.flush();
    await run.workload.changed(20);
  }
  await expectTruth(run);
  expect(run.watched.status().events).toBe('keyspace');
  expect(run.workload.kept.filter((key) => run.watched.lock(key))).toEqual([]);
});

test.concurrent('connections that are cut again and again: no change is missed, and the gap is told', async (context) => {
  const { proxy, run } = await notified(context);
  for (let round = 0; round < 4; round++) {
    const since = Date.now();
    proxy.cut();
    await run.workload.changed(60);
    await until('the gap', () => (run.watched.status().eventsGap?.untilMs ?? 0) >= since);
    expect(run.watched.status().eventsGap?.sinceMs).toBeGreaterThanOrEqual(since);
  }
  await expectTruth(run);
});

test.concurrent('when only the connection that hears of changes hangs, they are polled and nothing is wrong for 3 s', async (context) => {
  const { proxy, run, address } = await notified(context);
  const over = run.check.silent(address);
  proxy.hang('lockscope:subscriber');
  await until('it is said', () => run.watched.status().events === 'polling', 3_500);
  over();
  await run.workload.changed(150);
  proxy.cut();
  proxy.pass();
  await until('changes are told again', () => run.watched.status().events === 'keyspace');
  await expectTruth(run);
});

test.concurrent('a slow network, every answer takes 60 ms longer: a flush is noticed within a second too', async (context) => {
  const { proxy, run } = await notified(context);
  proxy.delay(60);
  await run.workload.changed(60);
  await run.workload.flush();
  await run.workload.changed(60);
  await expectTruth(run);
});

test.concurrent('notifications that are switched off, on in part, and on again', async (context) => {
  const { admin, run } = await notified(context);
  for (const [flags, source] of [
    ['', 'polling'],
    ['Ex', 'polling'],
    ['KEA', 'keyspace'],
    ['KAm', 'keyspace'],
  ] as const) {
    await admin.config('SET', 'notify-keyspace-events', flags);
    await until(`flags ${flags}`, () => run.watched.status().events === source, 10_000);
    await run.workload.changed(60);
  }
  await expectTruth(run);
});

test.concurrent('a server that is restarted empty: none of its locks is said to be held', async (context) => {
  const { run, server, address } = await notified(context);
  await run.workload.inDoubt(
    async () => {
      const over = run.check.silent(address);
      await server.stop('SIGKILL');
      await until('it is said', () => run.watched.status().state !== 'live'); // the check verifies that it is in time
      await server.start();
      over();
    },
    { mayLose: true },
  );
  await expectTruth(run);
  expect(run.watched.status().eventsGap?.untilMs).toBeGreaterThan(0);
  expect(run.workload.kept.filter((key) => run.watched.lock(key))).toEqual([]);
});

test('in a cluster each node tells of its own keys, also while a slot moves and after a failover', async (context) => {
  const cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  context.onTestFinished(() => cluster.close());
  for (const { admin } of cluster.nodes) {
    await admin.config('SET', 'notify-keyspace-events', NOTIFIES);
    await admin.call('ACL', 'SETUSER', ...VIEWER.slice(1));
  }
  const tag = `{${randomUUID()}}`;
  const urls = cluster.nodes.map(({ port }) => `redis://viewer:any@127.0.0.1:${port}`);
  const run = await startTruthRun(context, {
    url: `${urls[0]}/0`,
    change: { topology: { kind: 'cluster', seeds: urls } },
    connect: () => new Cluster(cluster.startupNodes, { redisOptions: { maxRetriesPerRequest: 1 } }),
    changing: [...names('changing', 12), ...names('changing', 12, tag)],
    kept: [...names('kept', 6), ...names('kept', 3, tag)],
  });
  const sources = () => run.watched.collector.nodes().map(({ events }) => events);
  expect(sources()).toEqual(['keyspace', 'keyspace', 'keyspace']);
  const slot = await cluster.slotOf(tag);
  await cluster.migrateSlot(slot, await cluster.otherMaster(slot), () => run.workload.changed(8));
  await run.workload.changed(60);
  await cluster.failover(slot);
  await run.workload.changed(60);
  await until('all are told again', () => sources().join() === 'keyspace,keyspace,keyspace');
  await expectTruth(run);
});
