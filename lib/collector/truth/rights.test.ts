import { Redis } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { expectTruth, ownConnection, startTruthRun } from '../../../e2e/support/truth-run';

/** Permissions that reading needs, without writes. */
const VIEWER = [
  '+@read',
  '+@connection',
  '+@scripting',
  '+info',
  '+psubscribe',
  '+subscribe',
  '+pubsub',
  '-@write',
];

/** The collector's user has only these permissions. */
async function watchedAs(context: TestContext, ...rules: string[]) {
  const { server, connect } = await ownServer(context);
  const admin = connect();
  await admin.call('ACL', 'SETUSER', 'viewer', 'on', '>secret', '%R~*', '&*', '-@all', ...rules);
  const url = `redis://viewer:secret@127.0.0.1:${server.port}`;
  const run = await startTruthRun(context, { url, connect: () => ownConnection(server.port) });
  return { server, admin, run };
}

async function usageOf(admin: Redis, command: string): Promise<number> {
  const stats = await admin.info('commandstats');
  return Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
}

test.concurrent('a viewer without write permission is told of every change', async (context) => {
  const { run } = await watchedAs(context, ...VIEWER);
  expect(run.watched.status()).toMatchObject({ events: 'tracking', eventsNote: null });
  await run.workload.changed(100);
  await expectTruth(run);
});

test.concurrent('a viewer without PUBSUB says that waiters are unknown, not that there are none', async (context) => {
  const { admin, run } = await watchedAs(context, ...VIEWER, '-pubsub');
  await admin
    .multi()
    .hset('order', '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:1', 1)
    .pexpire('order', 600_000)
    .exec();
  const waiter = new Redis({ port: run.watched.status().node.split(':')[1] as never });
  context.onTestFinished(() => waiter.disconnect());
  await waiter.subscribe('redisson_lock__channel:{order}');
  await until('the lock', () => run.watched.lock('order'));
  const seen: (number | null | undefined)[] = [];
  run.watched.collector.onPatch(() => seen.push(waitingFor(run.watched.lock('order'))));
  await run.workload.changed(100);
  expect(new Set(seen)).toEqual(new Set([null]));
  expect(run.watched.status()).toMatchObject({ waiting: null, events: 'tracking' });
  expect(run.watched.status().eventsNote).toContain('waiters are not counted');
  await expectTruth(run);
});

test.concurrent('a viewer without CLIENT|TRACKING polls, and says nothing that is wrong for 3 s', async (context) => {
  const { run } = await watchedAs(context, ...VIEWER, '-client|tracking');
  expect(run.watched.status().events).toBe('polling');
  expect(run.watched.status().eventsNote).toContain('changes are polled');
  await run.workload.changed(400);
  await expectTruth(run);
});

test.concurrent('a viewer without EVAL reads by commands, as rightly', async (context) => {
  const { admin, run } = await watchedAs(context, ...VIEWER, '-@scripting');
  await run.workload.changed(100);
  await expectTruth(run);
  expect(await usageOf(admin, 'type')).toBeGreaterThan(0);
  expect(await usageOf(admin, 'evalsha_ro')).toBe(0);
});
