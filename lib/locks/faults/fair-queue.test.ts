import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { fairChannelOf, fairQueueOf } from '../../domain/keys/redisson-names';
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
  const enough = new AbortController();
  const first = await startWaiting(impatient, key, { waitMs: 60_000, signal: enough.signal });
  proxy.hang();
  proxy.cut();
  enough.abort();
  await expect(first.lease).rejects.toMatchObject({ code: 'aborted' });
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

test.concurrent('waiters of a fair lock keep their places over a restart of a server that kept them', async (context) => {
  const { server, connect } = await ownServer(context, ['--appendonly', 'yes', '--appendfsync', 'always']);
  const key = randomUUID();
  const opened = (commandTimeoutMs = 5_000) => {
    const redis = connect({ retryStrategy: () => 20 });
    const client = createFair({ redis, leaseMs: 60_000, commandTimeoutMs });
    context.onTestFinished(() => client.close());
    return client;
  };
  const lease = await taken(opened(), key);
  const waiters = [opened(1_000), opened(1_000), opened(1_000)];
  const served: number[] = [];
  const ends: Promise<void>[] = [];
  for (const [n, client] of waiters.entries()) {
    const waiting = await startWaiting(client, key, { waitMs: Number.POSITIVE_INFINITY });
    const end = waiting.lease.then(async (mine) => {
      served.push(n);
      await mine.release();
    });
    ends.push(end);
  }
  const queue = () => connect().lrange(fairQueueOf(key), 0, -1);
  const before = await queue();
  await server.stop('SIGKILL');
  for (const client of waiters) // each wait fails as often meanwhile
    for (let tries = 0; tries < 3; tries++) await expect(client.tryAcquire(randomUUID())).rejects.toThrow();
  await server.start();
  expect(await queue()).toEqual(before);
  await until('the lock is given back', () =>
    lease.release().then(
      () => true,
      () => false,
    ),
  );
  await Promise.all(ends);
  expect(served).toEqual([0, 1, 2]);
  expect(await queue()).toEqual([]);
  await (await taken(opened(), key)).release(); // no abandoned attempt left a hold
});

/** A connection on which a command may go out late, behind others that were sent after it, as in a cluster that sends it on. */
class Detour extends Redis {
  private free: Promise<void> | null = null;
  private most = 0;
  /** Commands that go out late. */
  late = 0;
  /** Those of them that were answered. */
  landed = 0;

  /** Holds back the acquisitions that are sent from now on, or so many of them, until `open` is called. */
  close(most = Number.POSITIVE_INFINITY): { open(): void } {
    let open = () => {};
    this.most = most;
    this.free = new Promise((resolve) => {
      open = resolve;
    });
    return { open };
  }

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const [command] = args;
    const held = this.free !== null && this.late < this.most && command.args[0] === scripts.acquireFair.sha1;
    if (!held) return super.sendCommand(...args);
    this.late++;
    void this.free?.then(() => super.sendCommand(...args));
    const landed = () => {
      this.landed++;
    };
    void Promise.resolve(command.promise).then(landed, landed);
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

test.concurrent('an abandoned attempt of a fair waiter that lands late neither ends the hold of its token nor begins one', async (context) => {
  const { server, connect } = await ownServer(context);
  const key = randomUUID();
  await using holder = createFair({ redis: connect(), leaseMs: 60_000 });
  const lease = await taken(holder, key);
  const redis = new Detour(server.port, '127.0.0.1');
  context.onTestFinished(() => redis.disconnect());
  await using client = createFair({ redis, leaseMs: 60_000, commandTimeoutMs: 2_000 });
  const waiter = await startWaiting(client, key, { waitMs: Number.POSITIVE_INFINITY });
  const wake = async () => {
    const [token] = await connect().lrange(fairQueueOf(key), 0, 0);
    await connect().publish(fairChannelOf(key, String(token)), '0');
  };

  const first = redis.close(1);
  await wake();
  await until('its attempt is under way', () => redis.late === 1);
  await lease.release();
  const mine = await waiter.lease; // by the attempt after the one that was abandoned
  first.open();
  await until('the late one landed', () => redis.landed === 1);
  expect(await holder.tryAcquire(key)).toBeNull();
  expect(await connect().hget(key, mine.token)).toBe('1');
  expect(mine.signal.aborted).toBe(false);
  await mine.release();
  await (await taken(holder, key)).release();

  const other = await taken(holder, key);
  const again = await startWaiting(client, key, { waitMs: Number.POSITIVE_INFINITY });
  const second = redis.close(2);
  await wake();
  await until('its attempt is under way', () => redis.late === 2);
  await other.release();
  await (await again.lease).release();
  second.open(); // takes the lock, which is free, for a hold that is over
  await until('the late one landed', () => redis.landed === 2);
  const free = await until('what it took is given back', () => holder.tryAcquire(key));
  await free.release();
});

test.concurrent('onWaiting of a fair waiter that was served unawares is called once it is in the queue again', async (context) => {
  const { connect } = await ownServer(context);
  const key = randomUUID();
  const [redis, subscriber] = [connect(), connect()];
  await using holder = createFair({ redis: connect(), leaseMs: 60_000 });
  const lease = await taken(holder, key);
  await using client = createFair({ redis, subscriber, commandTimeoutMs: 60_000 });

  const subscribe = subscriber.subscribe.bind(subscriber);
  let listen = () => {};
  let listening: Promise<unknown> = Promise.resolve();
  subscriber.subscribe = ((channel: string) => {
    listening = new Promise<void>((resolve) => {
      listen = resolve;
    }).then(() => subscribe(channel));
    return listening;
  }) as typeof subscriber.subscribe;
  const evalsha = redis.evalsha.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  let attempts = 0;
  redis.evalsha = (async (...args: unknown[]) => {
    const reply = await evalsha(...args);
    if (args[0] !== scripts.acquireFair.sha1 || ++attempts !== 2) return reply;
    // It holds the lock and learns of it when another does; meanwhile its channel becomes live.
    await until('its lease is over', () => holder.tryAcquire(key));
    listen();
    await listening;
    return reply;
  }) as typeof redis.evalsha;

  const told: number[] = [];
  const enough = new AbortController();
  const waiting = client.acquire(key, {
    ...{ leaseMs: 100, waitMs: Number.POSITIVE_INFINITY, signal: enough.signal },
    onWaiting: () => told.push(attempts),
  });
  waiting.catch(() => {});
  await until('it found the lock held', () => attempts === 1);
  await lease.release();
  await until('it is told that it waits', () => told.length > 0);
  expect(told).toEqual([3]);
  expect(await connect().llen(fairQueueOf(key))).toBe(1);
  enough.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
});
