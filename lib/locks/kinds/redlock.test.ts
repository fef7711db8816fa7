import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { createRedlock, type Redlock, type RedlockOptions } from '../index';

const servers: RedisServer[] = [];
let nodes: Redis[] = [];
beforeAll(async () => {
  servers.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => startRedisServer()))));
  nodes = connections();
});
afterEach(() => {
  for (const server of servers) server.thaw();
});
afterAll(async () => {
  for (const node of nodes) node.disconnect();
  await Promise.all(servers.map((server) => server.close()));
});
const { opened } = closing();

function connections(): Redis[] {
  return servers.map(({ url }) => {
    const redis = new Redis(url, { retryStrategy: () => 50 });
    redis.on('error', () => {}); // a test stops servers
    return redis;
  });
}

function redlock(options: Partial<RedlockOptions> = {}): Redlock {
  return opened(createRedlock({ nodes, nodeTimeoutMs: 3_000, ...options }));
}

/** A client as another process would have it. */
function another(options: Partial<RedlockOptions> = {}): Redlock {
  const own = connections();
  const client = redlock({ nodes: own, nodeTimeoutMs: 3_000, ...options }); // a busy machine is no dead node
  for (const node of own) opened(node);
  return client;
}

const values = (key: string) => Promise.all(nodes.map((node) => node.get(key)));

describe('a Redlock', () => {
  test('is on all nodes, for its lease less the drift, and on none after its release', async () => {
    const key = randomUUID();
    const before = Date.now();
    const lease = await redlock({ settle: 'all' }).acquire(key, { leaseMs: 10_000, waitMs: 0 });
    expect(await values(key)).toEqual(Array(5).fill(lease.token));
    expect(lease.expiresAtMs).toBeLessThanOrEqual(Date.now() + 10_000 - 102);
    expect(lease.expiresAtMs).toBeGreaterThan(before + 9_000);
    await lease.release();
    await until('all nodes released', async () => (await values(key)).every((value) => value === null));
  });

  test('is busy while a quorum has another token, and had by the waiter when that is released', async () => {
    const key = randomUUID();
    const lease = await redlock().tryAcquire(key, { leaseMs: 60_000 });
    expect(await another().tryAcquire(key)).toBeNull();
    const waiting = another().acquire(key, { leaseMs: 60_000, waitMs: 15_000 });
    await until('it listens', async () => (await nodes[0]?.pubsub('CHANNELS', `*${key}*`))?.length);
    await lease?.release();
    const successor = await waiting;
    await until('no vote is left over', async () => {
      const votes = await values(key);
      return votes.every((value) => value === successor.token || value === null);
    });
  });

  test.each([
    ['a minority', 2, false],
    ['a quorum', 3, true],
  ])('that another has on %s of the nodes', async (_, others, busy) => {
    const key = randomUUID();
    await Promise.all(nodes.slice(0, others).map((node) => node.set(key, 'ls1.another', 'PX', 60_000)));
    const lease = await redlock().tryAcquire(key);
    expect(lease === null).toBe(busy);
    if (!lease)
      await until('its votes are given back', async () => (await values(key)).slice(others).every((v) => !v));
    await lease?.release();
    expect((await values(key)).slice(0, others)).toEqual(Array(others).fill('ls1.another'));
  });

  test('between two nodes of two is a failure on a tie, and leaves nothing', async () => {
    const key = randomUUID();
    const pair = nodes.slice(0, 2);
    await nodes[0]?.set(key, 'ls1.another', 'PX', 60_000);
    expect(await redlock({ nodes: pair }).tryAcquire(key)).toBeNull();
    await until('its vote is given back', async () => !(await nodes[1]?.get(key)));
  });

  test('under its watchdog outlives its lease', async () => {
    const key = randomUUID();
    const lease = await redlock().acquire(key, { leaseMs: 3_000, watchdog: true, waitMs: 0 });
    const first = lease.expiresAtMs;
    await until('it was renewed', () => lease.expiresAtMs > first + 1_000);
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
  });

  test('is extended by a quorum, and lost without one', async () => {
    const key = randomUUID();
    const lease = await redlock({ settle: 'all' }).acquire(key, { leaseMs: 5_000, waitMs: 0 });
    await Promise.all(nodes.slice(0, 2).map((node) => node.del(key)));
    await lease.extend(30_000);
    expect(lease.expiresAtMs).toBeGreaterThan(Date.now() + 28_000);
    await until('forgetful nodes got it back', async () =>
      (await values(key)).every((v) => v === lease.token),
    );
    await Promise.all(nodes.slice(0, 3).map((node) => node.set(key, 'ls1.another', 'PX', 60_000)));
    await expect(lease.extend(30_000)).rejects.toMatchObject({ code: 'lost', details: { why: 'taken' } });
    await until('the rest is given back', async () => (await values(key)).slice(3).every((value) => !value));
  });

  test('is not held when the votes took longer than its lease is valid', async () => {
    const key = randomUUID();
    for (const server of servers.slice(0, 3)) server.freeze();
    const trying = another({ nodeTimeoutMs: 5_000 }).tryAcquire(key, { leaseMs: 300 });
    trying.catch(() => {});
    const started = Date.now();
    await until('the lease would have ended', () => Date.now() > started + 400);
    for (const server of servers) server.thaw();
    await expect(trying).rejects.toMatchObject({ code: 'timed-out' });
    await until('nothing is left', async () => (await values(key)).every((value) => value === null));
  });

  test('goes on when two of five nodes hang, within the time limit of a node', async () => {
    const key = randomUUID();
    const client = another({ nodeTimeoutMs: 3_000 });
    await (await client.acquire(randomUUID(), { waitMs: 0 })).release();
    for (const server of servers.slice(0, 2)) server.freeze();
    const started = performance.now();
    const lease = await client.acquire(key, { waitMs: 0 });
    expect(performance.now() - started).toBeLessThan(3_000); // did not wait for them
    await lease.release();
    for (const server of servers) server.thaw();
    await until('the late votes are given back', async () => (await values(key)).every((value) => !value));
  });

  test('without a quorum of nodes says so, at once and after a wait', async () => {
    // The two that answer have this long for it on a busy machine too.
    const client = another({ nodeTimeoutMs: 1_000 });
    for (const server of servers.slice(0, 3)) server.freeze();
    const votes = { yes: 2, no: 0, failed: 3 };
    await expect(client.tryAcquire(randomUUID())).rejects.toMatchObject({
      code: 'quorum-not-reached',
      details: { votes, quorum: 3, nodes: 5 },
    });
    await expect(client.acquire(randomUUID(), { waitMs: 2_500 })).rejects.toMatchObject({
      code: 'quorum-not-reached',
    });
  });

  test('counts no node that restarted within the longest lease', async () => {
    const client = another({ rejectRestarted: 3_600_000, leaseMs: 1_000, nodeTimeoutMs: 3_000 });
    await expect(client.tryAcquire(randomUUID())).resolves.toBeNull(); // these servers are seconds old
    const soon = another({ rejectRestarted: 1, leaseMs: 1 + 1_000, nodeTimeoutMs: 3_000 });
    await until('the servers are old enough', async () => {
      const lease = await soon.tryAcquire(randomUUID());
      await lease?.release();
      return lease;
    });
  });

  test('is freed by force as it was seen, and its holder is told', async () => {
    const key = randomUUID();
    const lease = await redlock({ settle: 'all' }).acquire(key, {
      leaseMs: 3_000,
      watchdog: true,
      waitMs: 0,
    });
    const client = another();
    await expect(client.forceRelease(key, { token: 'ls1.other' })).rejects.toMatchObject({ code: 'changed' });
    await client.forceRelease(key, { token: lease.token });
    await until('the signal says lost', () => lease.signal.aborted);
    expect(lease.signal.reason).toMatchObject({ details: { why: 'force-released' } });
    await expect(client.forceRelease(key, { token: lease.token })).rejects.toMatchObject({
      code: 'not-held',
    });
  });

  test('that has just a quorum is not polled by those who wait, and they wake by its release', async () => {
    const key = randomUUID();
    const lease = await redlock({ settle: 'all' }).tryAcquire(key, { leaseMs: 60_000 });
    await Promise.all(nodes.slice(0, 2).map((node) => node.del(key)));
    const waits = [another(), another()].map((client) =>
      client.acquire(key, { leaseMs: 60_000, waitMs: 9_000 }),
    );
    const subscribed = async () =>
      (await nodes[4]?.pubsub('NUMSUB', `lockscope_lock__channel:{${key}}`))?.[1];
    await until('both listen', async () => (await subscribed()) === 2);
    const calls = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec((await nodes[4]?.info('commandstats')) ?? '')?.[1] ?? 0);
    const started = Date.now();
    const before = await calls();
    await until('a while passed', () => Date.now() - started > 1_500);
    expect((await calls()) - before).toBeLessThan(12);
    await lease?.release();
    await (await Promise.race(waits)).release();
    await Promise.all(waits.map(async (wait) => (await wait).release()));
  });

  test('excludes over many turns of three processes that want it at once', async () => {
    const key = randomUUID();
    let inside = 0;
    let turns = 0;
    const play = async (client: Redlock) => {
      for (let turn = 0; turn < 20; turn++) {
        await client.using(key, { leaseMs: 30_000, waitMs: 15_000 }, async () => {
          expect(++inside).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          turns++;
          inside--;
        });
      }
    };
    await Promise.all([another(), another(), another()].map(play));
    expect(turns).toBe(60);
  });
});

test.each([
  [{ nodes: [] }, 'nodes'],
  [{ nodeTimeoutMs: 0 }, 'nodeTimeoutMs'],
  [{ retryDelayMs: Number.NaN }, 'retryDelayMs'],
])('%j is refused by name', (options, argument) => {
  expect(() => createRedlock({ nodes, ...options })).toThrowError(
    expect.objectContaining({ code: 'invalid-argument', details: { argument } }),
  );
});
