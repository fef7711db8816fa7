import { Redis } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import { type SentinelGroup, startSentinelGroup } from '../../../e2e/support/sentinel';
import { expectTruth, ownConnection, startTruthRun } from '../../../e2e/support/truth-run';
import type { NodeStatus } from '../../contract/nodes';

/** The collector has a user of its own: restrictions of the default user affect only the sentinels. */
const USER = ['--user', 'viewer', 'on', 'nopass', '~*', '&*', '+@all'];

async function behindSentinels(context: TestContext) {
  const group = await startSentinelGroup(USER);
  context.onTestFinished(() => group.close());
  const urls = group.options.sentinels.map(({ host, port }) => `redis://${host}:${port}`);
  const run = await startTruthRun(context, {
    url: `${urls[0]?.replace('//', '//viewer:any@')}/0`,
    change: { topology: { kind: 'sentinel', sentinels: urls, primary: group.options.name } },
    connect: () => ownConnection(group.primary().port),
  });
  return { group, run };
}

const addressOf = ({ port }: { port: number }) => `127.0.0.1:${port}`;

/** Waits until every replica has all data, so that kept locks survive any failover. */
async function replicated(group: SentinelGroup): Promise<void> {
  const redis = new Redis(group.primary().port);
  try {
    await redis.set('everything:before', 'this');
    expect(await redis.wait(2, 10_000)).toBe(2);
  } finally {
    redis.disconnect();
  }
}

test.concurrent('Sentinel failover that was asked for: kept locks stay, and the new primary is told of', async (context) => {
  const { group, run } = await behindSentinels(context);
  await replicated(group);
  await run.workload.inDoubt(async () => {
    await group.failover();
    await group.settled();
  });
  await expectTruth(run);
  expect(run.watched.status().node).toBe(addressOf(group.primary()));
});

test.concurrent('Sentinel failover after kill -9: unknown until the new primary tells, then as it tells', async (context) => {
  const { group, run } = await behindSentinels(context);
  await replicated(group);
  await run.workload.inDoubt(async () => {
    run.check.silent(addressOf(group.primary()));
    await group.killPrimary();
    await until('it is said', () => run.watched.status().state !== 'live'); // the check verifies that it is in time
    await group.promoted();
    await group.settled();
  });
  await expectTruth(run);
  expect(run.watched.status().node).toBe(addressOf(group.primary()));
});

test.concurrent('a primary that froze and wakes after another was promoted: nothing is believed that it tells', async (context) => {
  const { group, run } = await behindSentinels(context);
  await replicated(group);
  const old = group.primary();
  context.onTestFinished(() => old.thaw());
  await run.workload.inDoubt(async () => {
    run.check.silent(addressOf(old));
    old.freeze();
    const isBelieved = ({ state, node }: NodeStatus) => state === 'live' && node === addressOf(old);
    await until('it is said', () => !isBelieved(run.watched.status())); // the check verifies that it is in time
    await group.promoted();
  });
  await run.workload.flush();
  old.thaw(); // until a sentinel reconfigures it, it acts as primary with all its locks
  await until(
    'the new primary is watched',
    () => run.watched.status().node === addressOf(group.primary()),
    20_000,
  );
  await expectTruth(run);
  expect(run.workload.kept.filter((key) => run.watched.lock(key))).toEqual([]);
});

test.concurrent('a primary that sentinels cannot reach and we can: the one that they name instead is believed', async (context) => {
  const { group, run } = await behindSentinels(context);
  await replicated(group);
  const old = group.primary();
  await run.workload.inDoubt(async () => {
    const admin = new Redis(old.port);
    context.onTestFinished(() => admin.disconnect());
    await admin.acl('SETUSER', 'default', '-ping'); // sentinels send PING
    await group.promoted();
  });
  await run.workload.changed(120);
  expect(run.watched.status().node).toBe(addressOf(group.primary()));
  await expectTruth(run);
});
