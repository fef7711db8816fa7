import { setTimeout as pause } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { expectTruth, ownConnection, startTruthRun } from '../../../e2e/support/truth-run';

/** The collector goes through a proxy, the workload does not: the server keeps working whatever the network does. */
async function behindProxy(context: TestContext) {
  const { server } = await ownServer(context);
  const proxy = await startProxy(server.port, { answersEnd: false });
  context.onTestFinished(() => proxy.close());
  const run = await startTruthRun(context, { url: proxy.url, connect: () => ownConnection(server.port) });
  return { proxy, run, address: `127.0.0.1:${proxy.port}` };
}

/** Length of a hang in which commands fail (after 2 s) but the node is not silent yet (after 2.4 s). */
const READS_FAIL_AFTER_MS = 2_200;
const SOME = 60;
const MANY = 250;

test.concurrent('a node that accepts and never answers is silent within 3 s; what comes late is not believed', async (context) => {
  const { proxy, run, address } = await behindProxy(context);
  const over = run.check.silent(address);
  proxy.hang();
  await until('it is said', () => run.watched.status().state === 'stale'); // the check verifies that it is in time
  await run.workload.changed(MANY);
  expect(run.watched.status().state).toBe('stale');
  over();
  proxy.pass(); // old answers and events arrive now
  await expectTruth(run);
});

test.concurrent('a network that is cut and healed: unknown meanwhile, then nothing of before is said', async (context) => {
  const { proxy, run, address } = await behindProxy(context);
  for (const isNoticed of [true, false]) {
    const over = run.check.silent(address);
    proxy.hang();
    if (isNoticed) await until('it is said', () => run.watched.status().state === 'stale'); // the check verifies that it is in time
    await run.workload.changed(SOME);
    over();
    proxy.cut();
    proxy.pass();
    await run.right();
    await run.workload.changed(SOME);
  }
  await expectTruth(run);
});

test.concurrent('connections that are cut again and again: no change is missed', async (context) => {
  const { proxy, run } = await behindProxy(context);
  for (let round = 0; round < 4; round++) {
    proxy.cut();
    await run.workload.changed(SOME);
  }
  await expectTruth(run);
});

test.concurrent('when only the connection that hears of changes hangs, they are polled and nothing is wrong for 3 s', async (context) => {
  const { proxy, run, address } = await behindProxy(context);
  const over = run.check.silent(address);
  proxy.hang('lockscope:subscriber');
  await until('it is said', () => run.watched.status().events === 'polling', 3_500);
  over();
  expect(run.watched.status().state).toBe('live');
  await run.workload.changed(MANY);
  proxy.cut();
  proxy.pass();
  await until('changes are told again', () => run.watched.status().events === 'tracking');
  await expectTruth(run);
});

test.concurrent('when only the connection for commands hangs, the node is silent within 3 s', async (context) => {
  const { proxy, run, address } = await behindProxy(context);
  const over = run.check.silent(address);
  proxy.hang('lockscope:commands');
  await until('it is said', () => run.watched.status().state === 'stale'); // the check verifies that it is in time
  await run.workload.changed(SOME);
  over();
  proxy.cut();
  proxy.pass();
  await expectTruth(run);
});

test.concurrent('a hang too short to be called silence: what could not be read meanwhile is read afterwards', async (context) => {
  const { proxy, run, address } = await behindProxy(context);
  for (let round = 0; round < 2; round++) {
    const over = run.check.silent(address);
    proxy.hang('lockscope:commands');
    await pause(READS_FAIL_AFTER_MS);
    over();
    proxy.pass();
    await run.right();
    await run.workload.changed(MANY);
  }
  await expectTruth(run);
});

test.concurrent('a slow network: every answer takes 60 ms longer, and what is said is no older than a second', async (context) => {
  const { proxy, run } = await behindProxy(context);
  proxy.delay(60);
  await run.workload.changed(MANY);
  await expectTruth(run);
});
