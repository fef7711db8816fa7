import { Redis } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import { expectTruth, ownConnection, startTruthRun } from '../../../e2e/support/truth-run';

const SYNCS_AT_ONCE = ['--repl-diskless-sync-delay', '0'];

/** A server of the test's own, with a collector and a workload. */
async function onOwnServer(context: TestContext) {
  const { server, connect } = await ownServer(context, SYNCS_AT_ONCE);
  const run = await startTruthRun(context, { url: server.url, connect: () => ownConnection(server.port) });
  return { server, admin: connect(), run, address: `127.0.0.1:${server.port}` };
}

test.concurrent('while nothing is wrong, nothing is said wrongly for longer than a second', async (context) => {
  const { run } = await onOwnServer(context);
  await run.workload.changed(150);
  await expectTruth(run);
  expect(run.check.samples()).toBeGreaterThan(10);
});

test.concurrent('CLIENT PAUSE of 4 s: silent within 3 s, and right as soon as it is over', async (context) => {
  const { admin, run, address } = await onOwnServer(context);
  await admin.client('PAUSE', 4_000, 'ALL');
  const over = run.check.silent(address);
  await until('it is said', () => run.watched.status().state === 'stale'); // the check verifies that it is in time
  await admin.ping(); // answered when the pause is over
  over();
  await expectTruth(run);
});

test.concurrent('a pause too short to be called silence leaves nothing wrong behind', async (context) => {
  const { admin, run, address } = await onOwnServer(context);
  for (const ms of [1_500, 2_250]) {
    await admin.client('PAUSE', ms, 'ALL');
    const over = run.check.silent(address);
    await admin.ping();
    over();
    await run.right();
    await run.workload.changed(40);
  }
  await expectTruth(run);
});

test.concurrent('a server that is restarted empty: none of its locks is said to be held', async (context) => {
  const { server, run, address } = await onOwnServer(context);
  await run.workload.inDoubt(
    async () => {
      const over = run.check.silent(address);
      await server.stop('SIGKILL');
      await until('it is said', () => run.watched.status().state === 'down'); // the check verifies that it is in time
      await server.start();
      over();
    },
    { mayLose: true },
  );
  await expectTruth(run);
  expect(run.workload.kept.filter((key) => run.watched.lock(key))).toEqual([]);
});

test.concurrent('CLIENT KILL of all our connections, again and again: no change is missed', async (context) => {
  const { admin, run } = await onOwnServer(context);
  for (let round = 0; round < 5; round++) {
    const list = String(await admin.client('LIST'));
    const ours = [...list.matchAll(/^id=(\d+) .*name=lockscope:/gm)].map(([, id]) => id ?? '');
    expect(ours.length).toBeGreaterThan(0);
    for (const id of ours) await admin.client('KILL', 'ID', id);
    await run.workload.changed(60);
  }
  await expectTruth(run);
});

test.concurrent('FLUSHALL: no lock is said to be held that was flushed', async (context) => {
  const { run } = await onOwnServer(context);
  for (let round = 0; round < 3; round++) {
    await run.workload.flush();
    await run.workload.changed(20);
  }
  await expectTruth(run);
  expect(run.workload.kept.filter((key) => run.watched.lock(key))).toEqual([]);
});

test.concurrent('a frozen replica: what is said of its primary stays right', async (context) => {
  const { server, run } = await onOwnServer(context);
  const replica = await startRedisServer(['--replicaof', '127.0.0.1', String(server.port)]);
  context.onTestFinished(() => replica.close());
  const asked = new Redis(server.port);
  context.onTestFinished(() => asked.disconnect());
  await until('it follows', async () => (await asked.info('replication')).includes('state=online'));
  replica.freeze();
  await run.workload.changed(150);
  replica.thaw();
  await expectTruth(run);
});

test.concurrent('a replica that was cut off and refuses to tell old data is not said to be live', async (context) => {
  const { server } = await ownServer(context, SYNCS_AT_ONCE);
  const follow = ['--replicaof', '127.0.0.1', String(server.port), '--replica-serve-stale-data', 'no'];
  const replica = await startRedisServer(follow);
  context.onTestFinished(() => replica.close());
  const run = await startTruthRun(context, { url: replica.url, connect: () => ownConnection(server.port) });
  await run.workload.inDoubt(
    async () => {
      const over = run.check.silent(`127.0.0.1:${replica.port}`);
      await server.stop('SIGKILL');
      await until('its refusal is told', () => run.watched.status().problem?.startsWith('MASTERDOWN'), 3_500);
      expect(run.watched.collector.locks().every(({ state }) => state === 'unknown')).toBe(true);
      await server.start();
      over();
    },
    { mayLose: true },
  );
  await expectTruth(run);
});
