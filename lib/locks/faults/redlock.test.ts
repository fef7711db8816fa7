import { randomUUID } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { taken } from '../../../e2e/support/lease-of';
import { overlaps, startLoad } from '../../../e2e/support/lock-load';
import { lossOf } from '../../../e2e/support/loss-of';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { startProxy, type TcpProxy } from '../../../e2e/support/tcp-proxy';
import { createRedlock, isLockError } from '../index';
import type { AnyLease } from './kinds';

type Options = Omit<Parameters<typeof createRedlock>[0], 'nodes'>;

type Node = {
  server: RedisServer;
  proxy: TcpProxy;
  /** Past the proxy. */
  direct: Redis;
  /** What was done to keys here, oldest first, as `<key> <event>`. */
  events: string[];
};

const LEASE_MS = 60_000;
const NODE_TIMEOUT_MS = 1_000;
/** What a busy machine may add; a tenth of the lease. */
const SOON_MS = 4_000;

/** Five nodes that know nothing of each other, each behind a proxy, and clients of their quorum. */
async function bench({ onTestFinished }: TestContext) {
  const opened: Redis[] = [];
  const connect = (port: number, options: RedisOptions = {}) => {
    const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, ...options });
    redis.on('error', () => {}); // nodes are killed
    opened.push(redis);
    return redis;
  };
  const nodes = await Promise.all(
    Array.from({ length: 5 }, async (): Promise<Node> => {
      const server = await startRedisServer(['--notify-keyspace-events', 'KA']);
      const proxy = await startProxy(server.port);
      const events: string[] = [];
      // Whatever ioredis subscribes to again by itself rejects unhandled when it is closed just then.
      const listener = connect(server.port, { autoResubscribe: false });
      listener.on('ready', () => listener.psubscribe('__keyspace@0__:*').catch(() => {}));
      listener.on('pmessage', (_pattern, channel: string, event: string) =>
        events.push(`${channel.slice(channel.indexOf(':') + 1)} ${event}`),
      );
      await listener.psubscribe('__keyspace@0__:*');
      return { server, proxy, direct: connect(server.port), events };
    }),
  );
  const clients: { close(): Promise<void> }[] = [];
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
    for (const redis of opened) redis.disconnect();
    await Promise.all(nodes.flatMap(({ server, proxy }) => [server.close(), proxy.close()]));
  });
  return {
    nodes,
    some: (...which: number[]) => which.map((at) => nodes[at] as Node),
    async redlock(options: Options = {}, connection: RedisOptions = {}) {
      const own = nodes.map(({ proxy }) => connect(proxy.port, connection));
      await until('all nodes are connected', () => own.every(({ status }) => status === 'ready'));
      const client = createRedlock({
        nodes: own,
        leaseMs: LEASE_MS,
        nodeTimeoutMs: NODE_TIMEOUT_MS,
        ...options,
      });
      clients.push(client);
      return client;
    },
  };
}

const kill = (nodes: Node[]) => Promise.all(nodes.map(({ server }) => server.stop('SIGKILL')));
const start = (nodes: Node[]) => Promise.all(nodes.map(({ server }) => server.start()));
const landed = (key: string) => (node: Node) =>
  until('the late acquisition landed', () => node.events.includes(`${key} set`));
const gone = (key: string) => (node: Node) =>
  until('the key is gone', async () => (await node.direct.exists(key)) === 0);

async function elapsedMs(call: Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await call;
  return performance.now() - startMs;
}

vi.setConfig({ maxConcurrency: 6 });

describe.concurrent('a Redlock over five nodes', () => {
  test.for([1, 2])('goes on when %i of them are killed with kill -9', async (dead, context) => {
    const { nodes, redlock } = await bench(context);
    const [client, rival] = [await redlock({ watchdog: true }), await redlock()];
    const key = randomUUID();
    const before = await taken(client, key, { leaseMs: 3_000, watchdog: true });
    await kill(nodes.slice(0, dead));
    const endsMs = before.expiresAtMs;
    await until('it was renewed', () => before.expiresAtMs > endsMs + 100 || before.signal.aborted);
    expect(before.signal.aborted).toBe(false);
    expect(await rival.tryAcquire(key)).toBeNull();
    await before.release();
    const after = await taken(rival, key);
    expect(await client.tryAcquire(key)).toBeNull();
    await after.release();
  });

  test('has one holder at a time under load while two are killed and come back empty, one at a time', async (context) => {
    const { nodes, redlock } = await bench(context);
    // Each node is left down for longer than any lease, as the safety of a node without persistence demands.
    const leaseMs = 1_000;
    const workers = await Promise.all([1, 2, 3].map(async () => ({ client: await redlock() })));
    const load = startLoad(workers, { key: randomUUID(), leaseMs, waitMs: 10_000, holdMs: 5 });
    for (const node of nodes.slice(0, 2)) {
      await kill([node]);
      const downMs = performance.now();
      await until('every lease it knew has ended', () => performance.now() > downMs + leaseMs + 100);
      await load.everyWorkerHeld();
      await start([node]);
    }
    await load.everyWorkerHeld();
    await load.stop();
    expect(overlaps(load.holds)).toEqual([]);
    expect(load.failures.filter(({ error }) => !isLockError(error))).toEqual([]);
  });

  test('refuses with quorum-not-reached and its votes when three are killed, and keeps nothing', async (context) => {
    const { nodes, some, redlock } = await bench(context);
    const client = await redlock();
    const key = randomUUID();
    await kill(nodes.slice(0, 3));
    await expect(client.tryAcquire(key)).rejects.toMatchObject({
      code: 'quorum-not-reached',
      details: { votes: expect.anything() },
    });
    await Promise.all(some(3, 4).map(gone(key)));
  });

  test('is lost by its holder at the end of the lease at the latest when three are killed', async (context) => {
    const { nodes, redlock } = await bench(context);
    const client = await redlock();
    const lease = await taken(client, randomUUID(), { leaseMs: 1_500, watchdog: true });
    await kill(nodes.slice(0, 3));
    expect(await lossOf(lease)).toMatchObject({ code: 'lost' });
  });

  test('of which one hangs is acquired within its limit, and the release reaches it later', async (context) => {
    const { some, redlock } = await bench(context);
    const [hanging] = some(2);
    for (const settle of ['quorum', 'all'] as const) {
      const client = await redlock({ settle });
      const key = randomUUID();
      hanging?.proxy.hang();
      let lease: AnyLease | undefined;
      const tookMs = await elapsedMs(taken(client, key).then((got) => (lease = got)));
      expect(tookMs).toBeLessThan(NODE_TIMEOUT_MS + SOON_MS);
      await lease?.release();
      hanging?.proxy.pass();
      if (!hanging) throw new Error('there are five nodes');
      await landed(key)(hanging);
      await gone(key)(hanging);
    }
  });

  test('of which three hang is refused in time, and what lands late is released on each', async (context) => {
    const { some, redlock } = await bench(context);
    const client = await redlock();
    const key = randomUUID();
    const hanging = some(0, 1, 2);
    for (const { proxy } of hanging) proxy.hang();
    const asked = client.tryAcquire(key);
    asked.catch(() => {}); // looked at below
    expect(await elapsedMs(asked.catch(() => {}))).toBeLessThan(NODE_TIMEOUT_MS + SOON_MS);
    await expect(asked).rejects.toMatchObject({ code: 'quorum-not-reached' });
    await Promise.all(some(3, 4).map(gone(key)));
    for (const { proxy } of hanging) proxy.pass();
    await Promise.all(hanging.map(landed(key)));
    await Promise.all(hanging.map(gone(key)));
  });

  /** A holder by the votes of nodes 0, 1 and 2; then node 2 loses its memory. */
  async function restartOfAVoter(context: TestContext, options: Options) {
    const { nodes, some, redlock } = await bench(context);
    // A connection that keeps commands until its node is back would give the holder the votes of 3 and 4 after all.
    const forgetful = { enableOfflineQueue: false, maxRetriesPerRequest: 0 };
    const [holder, rival] = [await redlock(options, forgetful), await redlock(options)];
    await until('all nodes are old enough to be counted', async () => {
      const infos = await Promise.all(nodes.map(({ direct }) => direct.info('server')));
      const youngest = Math.min(...infos.map((info) => Number(/uptime_in_seconds:(\d+)/.exec(info)?.[1])));
      return !options.rejectRestarted || youngest * 1_000 >= Number(options.leaseMs) + 1_000;
    });
    const key = randomUUID();
    await kill(some(3, 4));
    // Redis tells its uptime by whole seconds of the clock: who starts late in one looks older than he is.
    await until('the later half of a second', () => Date.now() % 1_000 > 600 && Date.now() % 1_000 < 750);
    const lease = await taken(holder, key);
    await kill(some(2));
    await start(some(2, 3, 4)); // empty: they keep nothing on disk
    return { key, lease, rival };
  }

  test('without rejectRestarted may have a second holder after a voter restarted empty: the hazard', async (context) => {
    const { key, lease, rival } = await restartOfAVoter(context, { leaseMs: LEASE_MS, watchdog: false });
    const second = await rival.acquire(key, { waitMs: 10_000 }); // as soon as it is connected again
    expect(second.token).not.toBe(lease.token);
    expect(lease.signal.aborted).toBe(false);
    expect(lease.expiresAtMs).toBeGreaterThan(Date.now());
  });

  test('with rejectRestarted has no second holder while the lease of the first lasts', async (context) => {
    const options = { leaseMs: 2_000, watchdog: false, rejectRestarted: true };
    const { key, lease, rival } = await restartOfAVoter(context, options);
    let second: AnyLease | null = null;
    await until('the rival has it', async () => {
      second = await rival.tryAcquire(key).catch((error: unknown) => {
        if (isLockError(error, 'quorum-not-reached') || isLockError(error, 'timed-out')) return null;
        throw error;
      });
      return second;
    });
    expect(lease.expiresAtMs).toBeLessThanOrEqual(Date.now());
    expect(lease.signal.aborted).toBe(true);
  });
});
