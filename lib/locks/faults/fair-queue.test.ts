import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { startProxy } from '../../../e2e/support/hanging-proxy';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { fairChannelOf, fairQueueOf } from '../../domain/redisson-names';
import { scripts } from '../../redis/scripts.generated';
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

/** A connection on which a command may go out late, behind others that were sent after it, as in a cluster that sends it on. */
class Detour extends Redis {
  private free: Promise<void> | null = null;
  /** Commands that go out late. */
  late = 0;

  /** Holds back every acquisition that is sent from now on, until `open` is called. */
  close(): { open(): void } {
    let open = () => {};
    this.free = new Promise((resolve) => {
      open = resolve;
    });
    return { open };
  }

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const [command] = args;
    if (!this.free || command.args[0] !== scripts.acquireFair.sha1) return super.sendCommand(...args);
    this.late++;
    void this.free.then(() => super.sendCommand(...args));
    return command.promise;
  }
}

test.concurrent('a waiter of a fair lock whose attempt reaches Redis after it gave up leaves the queue again', async (context) => {
  const { server, connect } = await ownServer(context);
  const key = randomUUID();
  await using holder = createFair({ redis: connect(), leaseMs: 60_000 });
  const lease = await taken(holder, key);
  const redis = new Detour(server.port, '127.0.0.1');
  context.onTestFinished(() => redis.disconnect());
  await using impatient = createFair({ redis, queueMs: 60_000 });
  const stop = new AbortController();
  const first = await startWaiting(impatient, key, { waitMs: 60_000, signal: stop.signal });
  const queued = () => connect().llen(fairQueueOf(key));
  expect(await queued()).toBe(1);

  const detour = redis.close();
  await connect().publish(fairChannelOf(key, String(await connect().lindex(fairQueueOf(key), 0))), '0');
  await until('it tries again', () => redis.late > 0);
  stop.abort();
  await expect(first.lease).rejects.toMatchObject({ code: 'aborted' });
  await until('it left the queue', async () => (await queued()) === 0);
  detour.open();
  await lease.release();
  const free = await until('nobody is in its way', () => holder.tryAcquire(key));
  await free.release();
});
