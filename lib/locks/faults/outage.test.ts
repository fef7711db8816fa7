import { randomUUID } from 'node:crypto';
import type { RedisOptions } from 'ioredis';
import { expect, type TestContext, test, vi } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { REFUSED_PORT } from '../../../e2e/support/free-port';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { createReadWrite, createRedlock, type LockClientOptions } from '../index';
import { type AnyLock, type Kind, kinds } from './kinds';

/** Kinds of which one holder keeps out every other. */
const alone: readonly Kind[] = [...kinds, { name: 'redlock', create: redlock }];
const everyKind: readonly Kind[] = [...alone, { name: 'read lock', create: readLock }];

function redlock({ redis, ...options }: LockClientOptions): AnyLock {
  return createRedlock({ ...options, nodes: [redis], nodeTimeoutMs: options.commandTimeoutMs ?? 5_000 });
}

function readLock(options: LockClientOptions): AnyLock {
  const { read, close } = createReadWrite(options);
  return { ...read, close, [Symbol.asyncDispose]: close };
}

/** How long a command of an impatient client may go unanswered, ms: several of its attempts fail in an outage. */
const IMPATIENT = { commandTimeoutMs: 1_500 };
const FOR_EVER = { waitMs: Number.POSITIVE_INFINITY };
const shared = fileServer();

type Connect = Awaited<ReturnType<typeof ownServer>>['connect'];

/** Makes clients of the kind, closed when the test ends, whose leases outlive it. */
function clientsOf({ create }: Kind, { onTestFinished }: TestContext, connect: Connect) {
  return (options: { commandTimeoutMs?: number } = {}, connection: RedisOptions = {}) => {
    const client = create({
      redis: connect({ retryStrategy: () => 20, ...connection }),
      leaseMs: 60_000,
      ...options,
    });
    onTestFinished(() => client.close());
    return client;
  };
}

/** Clients of the server of this file. */
function onShared(kind: Kind, context: TestContext) {
  const connect: Connect = (options) => {
    const redis = shared.redis.duplicate({ ...options });
    redis.on('error', () => {});
    context.onTestFinished(() => redis.disconnect());
    return redis;
  };
  return { connect, key: randomUUID(), opened: clientsOf(kind, context, connect) };
}

/** Clients of a server of this test, which keeps its locks over a restart. */
async function onOwn(kind: Kind, context: TestContext) {
  const { server, connect } = await ownServer(context, ['--appendonly', 'yes', '--appendfsync', 'always']);
  return { server, connect, key: randomUUID(), opened: clientsOf(kind, context, connect) };
}

/** Resolves when attempts of `client` were made and failed, one after the other. */
async function attemptsFail(client: AnyLock): Promise<void> {
  for (let tries = 0; tries < 2; tries++) await expect(client.tryAcquire(randomUUID())).rejects.toThrow();
}

/** Messages of an error and of its causes. */
function messagesOf(error: unknown): string {
  return error instanceof Error ? `${error.message} < ${messagesOf(error.cause)}` : '';
}

const UNANSWERED = /timed-out|quorum-not-reached/;

vi.setConfig({ maxConcurrency: 6 });

test.concurrent.for(everyKind)(
  'a $name that cannot be asked for names the error of the connection',
  async (kind, context) => {
    const { connect, key } = onShared(kind, context);
    const redis = connect({ port: REFUSED_PORT, lazyConnect: true });
    redis.connect().catch(() => {});
    await new Promise((resolve) => redis.once('close', resolve));
    await using client = kind.create({ redis });
    const waits = [300, 300].map((waitMs) => client.acquire(key, { waitMs }).catch((error) => error));
    for (const error of await Promise.all(waits)) {
      expect(error.code).toMatch(UNANSWERED);
      expect(messagesOf(error)).toMatch(/ECONNREFUSED/);
    }
  },
);

test.concurrent.for(everyKind)(
  'a $name of a Redis that gives no answer is not held by others',
  async (kind, context) => {
    const { opened, key } = onShared(kind, context);
    const proxy = await startProxy(shared.server.port);
    context.onTestFinished(() => proxy.close());
    proxy.hang();
    const client = opened({}, { port: proxy.port });
    const waits = [10, 300, 300].map((waitMs) => client.acquire(key, { waitMs }).catch(({ code }) => code));
    for (const code of await Promise.all(waits)) expect(code).toMatch(UNANSWERED);
    proxy.pass();
  },
);

test.concurrent.for(alone)(
  'a $name that is held is wait-timeout, behind another waiter of the process too',
  async (kind, context) => {
    const { opened, key } = onShared(kind, context);
    await taken(opened(), key);
    const client = opened();
    const enough = new AbortController();
    const first = await startWaiting(client, key, { ...FOR_EVER, signal: enough.signal });
    await expect(client.acquire(key, { waitMs: 2_000 })).rejects.toMatchObject({ code: 'wait-timeout' });
    enough.abort();
    await expect(first.lease).rejects.toMatchObject({ code: 'aborted' });
  },
);

test.concurrent.for(alone)(
  'a wait for a $name that is held outlasts a restart of the server',
  async (kind, context) => {
    const { server, key, opened } = await onOwn(kind, context);
    const client = opened(IMPATIENT);
    const holder = await taken(opened(), key);
    const waiter = await startWaiting(client, key, FOR_EVER);
    await server.stop('SIGKILL');
    await attemptsFail(client);
    await server.start();
    const release = () =>
      holder.release().then(
        () => true,
        () => false,
      );
    await until('the holder gave it back', release);
    await (await waiter.lease).release();
  },
);

test.concurrent.for(everyKind)(
  'a wait for a $name that begins in an outage gets it, and leaves nothing else',
  async (kind, context) => {
    const { server, key, opened } = await onOwn(kind, context);
    const client = opened(IMPATIENT);
    await (await taken(client, key)).release();
    await server.stop('SIGKILL');
    const waiting = client.acquire(key, FOR_EVER);
    await attemptsFail(client);
    await server.start();
    const lease = await waiting;
    await lease.release();
    const other = opened();
    await until('nothing of an abandoned attempt is left', async () => {
      const next = await other.tryAcquire(key);
      await next?.release();
      return next;
    });
  },
);

test.concurrent.for(everyKind)(
  'a wait for a $name goes on while Redis gives no answer',
  async (kind, context) => {
    const { opened, key } = onShared(kind, context);
    const proxy = await startProxy(shared.server.port);
    context.onTestFinished(() => proxy.close());
    proxy.hang();
    const client = opened(IMPATIENT, { port: proxy.port });
    const answering = attemptsFail(client).then(() => proxy.pass());
    const [lease] = await Promise.all([client.acquire(key, FOR_EVER), answering]);
    await lease.release();
  },
);

test.concurrent.for(everyKind)(
  'a wait for a $name goes on while its server is a replica',
  async (kind, context) => {
    const { connect, key, opened } = await onOwn(kind, context);
    const admin = connect();
    await admin.call('REPLICAOF', '127.0.0.1', '1');
    const client = opened();
    await expect(client.tryAcquire(randomUUID())).rejects.toThrow(); // it is connected now
    const short = client.acquire(randomUUID(), { waitMs: 1_000 }).catch((error) => error);
    const waiting = client.acquire(key, FOR_EVER);
    const error = await short;
    expect(error.code).toMatch(UNANSWERED);
    expect(messagesOf(error)).toMatch(/READONLY/);
    await admin.call('REPLICAOF', 'NO', 'ONE');
    await (await waiting).release();
  },
);

test.concurrent.for(everyKind)(
  'an abort ends a wait for a $name in an outage at once',
  async (kind, context) => {
    const { key, opened } = onShared(kind, context);
    const client = opened(IMPATIENT, { port: REFUSED_PORT });
    const enough = new AbortController();
    const waiting = client.acquire(key, { ...FOR_EVER, signal: enough.signal });
    await attemptsFail(client);
    enough.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  },
);

test.concurrent.for(alone)(
  'a wait for a $name ends with the connection of its caller',
  async (kind, context) => {
    const { connect, key, opened } = onShared(kind, context);
    await taken(opened(), key);
    const redis = connect();
    await using client = kind.create({ redis });
    const waiter = await startWaiting(client, key, FOR_EVER);
    await redis.quit();
    await expect(waiter.lease).rejects.toThrow(/Connection is closed|nodes agreed/);
  },
);
