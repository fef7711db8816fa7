import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { scripts } from '../../redis/scripts.generated';
import { createFair, createMutex, createReentrant, type Lease, type LockClient } from '../index';

const redisUrl = await fileRedis();

/** Between us and Redis: loses the replies while `mute`, then the connection, as a network does. */
class Line {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  mute = false;

  async listen(targetPort: number): Promise<number> {
    const server = createServer((client) => {
      const upstream = connect(targetPort, '127.0.0.1');
      for (const socket of [client, upstream]) {
        this.sockets.add(socket);
        socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
      }
      client.on('data', (data) => upstream.write(data));
      upstream.on('data', (data) => this.mute || client.write(data));
    });
    this.server = server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  cut(): void {
    this.mute = false;
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.server?.close();
  }
}

const direct = new Redis(redisUrl);
const line = new Line();
let redis: Redis;
beforeAll(async () => {
  const port = await line.listen(Number(new URL(redisUrl).port));
  redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 10 });
  redis.on('error', () => {}); // a test cuts the line
  // Else the first reply to be lost would be NOSCRIPT.
  for (const { text } of Object.values(scripts)) await direct.script('LOAD', text);
});
beforeEach(() => redis.ping());
afterAll(() => {
  redis.disconnect();
  direct.disconnect();
  line.close();
});

/** Runs `call` so that Redis obeys and the reply is lost; `obeyed` tells when. ioredis sends it again. */
async function losingTheReply<T>(call: () => Promise<T>, obeyed: () => Promise<boolean>): Promise<T> {
  line.mute = true;
  const result = call();
  result.catch(() => {});
  try {
    await until('Redis obeyed', obeyed);
  } finally {
    line.cut();
  }
  return await result;
}

const exists = (key: string) => async () => (await direct.exists(key)) === 1;
const gone = (key: string) => async () => (await direct.exists(key)) === 0;

const scriptsRun = async () =>
  Number(/cmdstat_evalsha:calls=(\d+)/.exec(await direct.info('commandstats'))?.[1] ?? 0);

/** As an operator does, who is on another connection. */
const forced = async <Seen extends { token: string }>(
  client: LockClient<Lease, Seen>,
  key: string,
  seen: Seen,
) => {
  await client.forceRelease(key, seen);
  await client.close();
};

describe.each([
  {
    kind: 'mutex',
    create: () => createMutex({ redis }),
    free: (key: string, token: string) => forced(createMutex({ redis: direct }), key, { token }),
  },
  {
    kind: 'reentrant',
    create: () => createReentrant({ redis }),
    free: (key: string, token: string) =>
      forced(createReentrant({ redis: direct }), key, { token, holdCount: 1 }),
  },
  {
    kind: 'fair',
    create: () => createFair({ redis }),
    free: (key: string, token: string) => forced(createFair({ redis: direct }), key, { token, holdCount: 1 }),
  },
])('a $kind whose command is sent twice', ({ create, free }) => {
  test('is acquired, not busy because of itself', async () => {
    const key = randomUUID();
    await using client = create();
    const lease = await losingTheReply(() => client.tryAcquire(key, { leaseMs: 60_000 }), exists(key));
    expect(lease).not.toBeNull();
    await lease?.release();
    expect(await direct.exists(key)).toBe(0);
  });

  test('is released, not lost', async () => {
    const key = randomUUID();
    await using client = create();
    const lease = await client.tryAcquire(key, { leaseMs: 60_000 });
    await losingTheReply(async () => lease?.release(), gone(key));
    expect(lease?.signal.aborted).toBe(false);
  });

  test('is lost, not released, when the lock was freed by force before', async () => {
    const key = randomUUID();
    await using client = create();
    const lease = await client.tryAcquire(key, { leaseMs: 60_000 });
    await free(key, lease?.token ?? '');
    const before = await scriptsRun();
    const released = losingTheReply(
      async () => lease?.release(),
      async () => (await scriptsRun()) > before,
    );
    await expect(released).rejects.toMatchObject({ code: 'lost', details: { why: 'force-released' } });
    expect(lease?.signal.reason).toMatchObject({ code: 'lost', details: { why: 'force-released' } });
  });
});

test('a hold count is right although both re-entry and release were sent twice', async () => {
  const key = randomUUID();
  await using client = createReentrant({ redis });
  const lease = await client.tryAcquire(key);
  if (!lease) throw new Error('the key of a test must be free');
  const count = () => direct.hget(key, lease.token);
  const inner = await losingTheReply(
    () => lease.reenter(),
    async () => (await count()) === '2',
  );
  expect(await count()).toBe('2');
  await losingTheReply(
    () => inner.release(),
    async () => (await count()) === '1',
  );
  expect(await count()).toBe('1');
  expect(lease.holdCount).toBe(1);
});

test('a release that leaves holds finds a lock that is gone, sent twice or not: it is lost', async () => {
  const key = randomUUID();
  await using client = createReentrant({ redis });
  const lease = await client.tryAcquire(key);
  const inner = await lease?.reenter();
  await direct.del(key);
  const before = await scriptsRun();
  const released = losingTheReply(
    async () => inner?.release(),
    async () => (await scriptsRun()) > before,
  );
  await expect(released).rejects.toMatchObject({ code: 'lost', details: { why: 'absent' } });
});

test('a release that got no answer in time may be called again', async () => {
  const key = randomUUID();
  await using client = createMutex({ redis, commandTimeoutMs: 100 });
  const lease = await client.tryAcquire(key, { leaseMs: 60_000 });
  line.mute = true;
  await expect(lease?.release()).rejects.toMatchObject({ code: 'timed-out' });
  line.cut();
  await redis.ping();
  await lease?.release();
  expect(lease?.signal.aborted).toBe(false);
  expect(await direct.exists(key)).toBe(0);
});
