import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startProxy } from '../../../e2e/support/hanging-proxy';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { createFair } from '../index';

test.concurrent('a waiter of a fair lock that gave up while Redis was away leaves the queue when it is back', async (context) => {
  const { server, connect } = await ownServer(context);
  const proxy = await startProxy(server.port);
  context.onTestFinished(() => proxy.close());
  const key = randomUUID();
  await using holder = createFair({ redis: connect(), leaseMs: 60_000 });
  const lease = await taken(holder, key);
  const redis = connect({ port: proxy.port, maxRetriesPerRequest: 0, retryStrategy: () => 50 });
  await redis.ping();
  await using impatient = createFair({ redis, commandTimeoutMs: 1_000 });
  const first = await startWaiting(impatient, key, { waitMs: 60_000 });
  proxy.hang();
  proxy.cut();
  await expect(first.lease).rejects.toThrow();
  await until('it connects again', () => redis.status === 'connect');
  proxy.cut(); // with this attempt to connect goes all that the connection kept for later
  proxy.pass();
  await until('the connection is back', () => redis.ping().catch(() => false));

  await using patient = createFair({ redis: connect() });
  const second = await startWaiting(patient, key, { waitMs: 8_000 });
  await lease.release();
  await (await second.lease).release();
});

test.concurrent('a waiter of a fair lock that dies holds the others up for the lease it found and queueMs, no longer', async (context) => {
  const { connect } = await ownServer(context);
  const key = randomUUID();
  const [leaseMs, queueMs] = [2_000, 2_000];
  await using holder = createFair({ redis: connect(), leaseMs, watchdog: true, queueMs });
  const lease = await taken(holder, key);
  const redis = connect();
  const dying = createFair({ redis, queueMs });
  const first = await startWaiting(dying, key, { waitMs: 60_000 });
  first.lease.catch(() => {}); // cut off
  const foundMs = performance.now();
  await using patient = createFair({ redis: connect(), queueMs });
  const second = await startWaiting(patient, key, { waitMs: 30_000 });
  redis.disconnect();
  await lease.release();
  await (await second.lease).release();
  expect(performance.now() - foundMs).toBeLessThan(leaseMs + queueMs + 4_000);
  await dying.close();
});
