import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedisServer, until } from '../../e2e/support/redis-server';
import { mutexChannelOf } from '../domain/mutex-token';
import { createMutex, type Lease, type Mutex } from './index';

let server: RedisServer;
let redis: Redis;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  server = await startRedisServer();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function mutex(options: Partial<Parameters<typeof createMutex>[0]> = {}): Mutex {
  const client = createMutex({ redis, leaseMs: 60_000, heartbeat: false, ...options });
  closers.push(() => client.close());
  return client;
}

async function held(key: string): Promise<Lease> {
  const lease = await mutex().tryAcquire(key);
  if (!lease) throw new Error('the key of a test must be free');
  return lease;
}

async function holds(key: string, lease: Lease | Promise<Lease>): Promise<void> {
  const { token } = await lease;
  expect(await redis.get(key)).toBe(token);
}

async function attempts(): Promise<number> {
  const stats = await redis.info('commandstats');
  const of = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  return of('evalsha') + of('set');
}

const subscribers = async (key: string) =>
  Number((await redis.pubsub('NUMSUB', mutexChannelOf(key)))[1] ?? 0);

/** Starts a wait and resolves when it listens. */
async function waiting(client: Mutex, key: string, signal?: AbortSignal): Promise<{ lease: Promise<Lease> }> {
  let lease: Promise<Lease> = Promise.reject(new Error('not started'));
  lease.catch(() => {});
  await new Promise<void>((onWaiting) => {
    lease = client.acquire(key, { waitMs: 8_000, onWaiting, signal }); // below a waiter's longest sleep
    lease.catch(() => {});
  });
  return { lease };
}

describe('a waiter', () => {
  test('is woken by the release message and asks Redis nothing until then', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    const before = await attempts();
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than a polling waiter would sleep
    expect(await attempts()).toBe(before);
    await lease.release();
    await holds(key, waiter.lease);
    expect((await attempts()) - before).toBeLessThanOrEqual(3); // SET within the script counts as well
  });

  test('misses no release that falls between its first attempt and its subscription', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const subscriber = redis.duplicate();
    closers.push(() => subscriber.disconnect());
    await until('the subscriber is connected', () => subscriber.status === 'ready');
    const subscribe = subscriber.subscribe.bind(subscriber);
    subscriber.subscribe = (async (...channels: string[]) => {
      await lease.release();
      return subscribe(...channels);
    }) as typeof subscriber.subscribe;
    // Below the shortest sleep of a waiter: without a second attempt this wait times out.
    const successor = await mutex({ subscriber }).acquire(key, { waitMs: 900 });
    await holds(key, successor);
  });

  test('misses no release whose message comes while an attempt is under way', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const [own, subscriber] = [redis.duplicate(), redis.duplicate()];
    closers.push(
      () => own.disconnect(),
      () => subscriber.disconnect(),
    );
    let messages = 0;
    subscriber.on('message', () => messages++);
    const waiter = await waiting(mutex({ redis: own, subscriber }), key);
    const evalsha = own.evalsha.bind(own) as (...args: unknown[]) => Promise<unknown>;
    let released = false;
    own.evalsha = (async (...args: unknown[]) => {
      const busy = await evalsha(...args);
      if (released) return busy;
      released = true;
      await lease.release();
      await until('the release message arrived', () => messages === 2);
      return busy;
    }) as typeof own.evalsha;
    await redis.publish(mutexChannelOf(key), '0'); // makes the waiter try
    await holds(key, waiter.lease);
  });

  test('misses no release over hundreds of hand-overs', async () => {
    const key = randomUUID();
    let turns = 0;
    const play = async (client: Mutex) => {
      for (let turn = 0; turn < 150; turn++) {
        // Below the longest sleep of a waiter: one wake-up missed is one wait timed out.
        await client.using(key, { waitMs: 5_000 }, async () => void turns++);
      }
    };
    await Promise.all([play(mutex()), play(mutex())]);
    expect(turns).toBe(300);
  });

  test('takes a lock that lapses without a message', async () => {
    const key = randomUUID();
    await redis.set(key, 'somebody', 'PX', 300);
    const lease = await mutex().acquire(key, { waitMs: 15_000 });
    await holds(key, lease);
  });

  test('wakes when the lock is force released', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    expect(await mutex().forceRelease(key, { token: lease.token })).toEqual({ woken: 1 });
    await holds(key, waiter.lease);
  });

  test('works on a server that lost its scripts meanwhile', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    await redis.script('FLUSH', 'SYNC');
    await lease.release();
    await redis.script('FLUSH', 'SYNC');
    await (await waiter.lease).release();
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('waiters of one process', () => {
  test('share one subscription, are served in order, and end it with the last', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const client = mutex();
    const served: number[] = [];
    const waiters = [0, 1, 2, 3, 4].map((n) =>
      client.using(key, { waitMs: 15_000 }, async () => void served.push(n)),
    );
    await until('the line is subscribed', async () => (await subscribers(key)) > 0);
    expect(await subscribers(key)).toBe(1);
    await lease.release();
    await Promise.all(waiters);
    expect(served).toEqual([0, 1, 2, 3, 4]);
    await until('the subscription is gone', async () => (await subscribers(key)) === 0);
  });

  test('go on when the first of them gives up', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const client = mutex();
    const first = new AbortController();
    const head = await waiting(client, key, first.signal);
    const second = client.acquire(key, { waitMs: 15_000 });
    first.abort(new Error('enough'));
    await expect(head.lease).rejects.toMatchObject({ code: 'aborted', cause: first.signal.reason });
    await lease.release();
    await holds(key, second);
  });
});

test('many waiters on one signal are no leak to Node, and all hear it', async () => {
  const key = randomUUID();
  await held(key);
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const stop = new AbortController();
  const client = mutex();
  const waits = Array.from({ length: 20 }, () =>
    client.acquire(key, { waitMs: 15_000, signal: stop.signal }).catch((error) => error.code),
  );
  await until('the line is subscribed', async () => (await subscribers(key)) > 0);
  stop.abort();
  expect(await Promise.all(waits)).toEqual(Array(20).fill('aborted'));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

describe('a wait that ends without the lock', () => {
  test('by its time is wait-timeout, with one attempt at waitMs 0', async () => {
    const key = randomUUID();
    await held(key);
    for (const waitMs of [0, 50]) {
      await expect(mutex().acquire(key, { waitMs })).rejects.toMatchObject({ code: 'wait-timeout' });
    }
    expect(await mutex().acquire(randomUUID(), { waitMs: 0 })).toBeTruthy();
  });

  test('by its signal leaves no subscription and no timer', async () => {
    const key = randomUUID();
    await held(key);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const client = mutex();
    const controller = new AbortController();
    const waiter = await waiting(client, key, controller.signal);
    const queued = client.acquire(key, { waitMs: 15_000, signal: controller.signal });
    controller.abort();
    await expect(waiter.lease).rejects.toMatchObject({ code: 'aborted' });
    await expect(queued).rejects.toMatchObject({ code: 'aborted' });
    expect(timers()).toBeLessThanOrEqual(before);
    await until('the subscription is gone', async () => (await subscribers(key)) === 0);
    await expect(client.tryAcquire(key, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  test('by close is aborted, and leaves no connection', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const connections = async () =>
      String(await redis.client('LIST'))
        .trim()
        .split('\n').length;
    const own = redis.duplicate();
    closers.push(() => own.disconnect());
    await own.ping();
    const before = await connections();
    const client = mutex({ redis: own });
    const waiter = await waiting(client, key);
    expect(await connections()).toBe(before + 1);
    await client.close();
    await expect(waiter.lease).rejects.toMatchObject({ code: 'aborted' });
    await until('the connection is gone', async () => (await connections()) === before);
    await expect(client.tryAcquire(key)).rejects.toMatchObject({ code: 'aborted' });
    await lease.release();
  });

  test('before it began sends Redis nothing', async () => {
    const own = redis.duplicate();
    closers.push(() => own.disconnect());
    await own.ping();
    const client = mutex({ redis: own });
    const sent = () => own.stream.bytesWritten;
    const before = sent();
    const signal = AbortSignal.abort(new Error('too late'));
    const refused = { code: 'aborted', cause: signal.reason };
    await expect(client.tryAcquire(randomUUID(), { signal })).rejects.toMatchObject(refused);
    await expect(client.acquire(randomUUID(), { waitMs: 5_000, signal })).rejects.toMatchObject(refused);
    await client.close();
    await expect(client.tryAcquire(randomUUID())).rejects.toMatchObject({ code: 'aborted' });
    await expect(client.acquire(randomUUID(), { waitMs: 0 })).rejects.toMatchObject({ code: 'aborted' });
    expect(sent()).toBe(before);
  });

  test('takes back a lock that it gets too late', async () => {
    const key = randomUUID();
    const slow = redis.duplicate();
    closers.push(() => slow.disconnect());
    await slow.ping();
    server.freeze();
    try {
      const late = mutex({ redis: slow }).acquire(key, { waitMs: 100 });
      await expect(late).rejects.toMatchObject({ code: 'wait-timeout' });
    } finally {
      server.thaw();
    }
    await slow.ping();
    await until('the lock is given back', async () => (await redis.exists(key)) === 0);
  });
});

describe('without its subscription a waiter still gets the lock', () => {
  test('when the subscriber connection is killed, and by message again once it is back', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    await redis.client('KILL', 'TYPE', 'PUBSUB');
    await until('the subscription is back', async () => (await subscribers(key)) === 1);
    await lease.release();
    await holds(key, waiter.lease);
  });

  test('when the connection is killed at the moment of the release', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    await Promise.all([redis.client('KILL', 'TYPE', 'PUBSUB'), lease.release()]);
    await holds(key, waiter.lease);
  });

  test('when the server refuses the subscription', async () => {
    const key = randomUUID();
    const user = `no-subscribe-${randomUUID()}`;
    await redis.acl('SETUSER', user, 'on', 'nopass', '~*', '&*', '+@all', '-subscribe');
    const limited = redis.duplicate({ username: user, password: 'any' });
    closers.push(() => limited.disconnect());
    const lease = await held(key);
    const waiter = mutex({ redis: limited }).acquire(key, { waitMs: 15_000 });
    await until('the refusal', async () =>
      /cmdstat_subscribe:.*rejected_calls=[1-9]/.test(await redis.info('commandstats')),
    );
    await lease.release();
    await holds(key, waiter);
  });
});
