import { randomUUID } from 'node:crypto';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import * as locks from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
const { opened } = closing();
beforeAll(() => redis.ping());
afterAll(() => redis.disconnect());

type Any = Record<string, unknown>;
type AnyClient = {
  [K in 'tryAcquire' | 'acquire' | 'using' | 'forceRelease']: (...args: unknown[]) => Promise<unknown>;
};
/** As a program in plain JavaScript calls it. */
type Create = (options: Any) => AnyClient & { close(): Promise<void> };

/** The side of a read-write lock as a client of its own. */
function side(name: 'read' | 'write'): Create {
  return (options) => {
    const lock = locks.createReadWrite(options as never);
    return { ...(lock[name] as unknown as AnyClient), close: lock.close };
  };
}

const kinds: [string, Create, (key: string) => unknown][] = [
  ['mutex', locks.createMutex as unknown as Create, (key) => key],
  ['reentrant', locks.createReentrant as unknown as Create, (key) => key],
  ['fair', locks.createFair as unknown as Create, (key) => key],
  ['fenced', locks.createFenced as unknown as Create, (key) => key],
  ['read', side('read'), (key) => key],
  ['write', side('write'), (key) => key],
  ['semaphore', ((o) => locks.createSemaphore({ ...o, permits: 1 } as never)) as Create, (key) => key],
  ['multi-lock', locks.createMultiLock as unknown as Create, (key) => [key]],
  [
    'redlock',
    (({ redis: node, ...o }) => locks.createRedlock({ ...o, nodes: [node] } as never)) as Create,
    (key) => key,
  ],
  ['timestamp', locks.legacyTimestampLock as unknown as Create, (key) => key],
];

function refusal(argument: RegExp | string): unknown {
  return expect.objectContaining({
    code: 'invalid-argument',
    details: { argument: typeof argument === 'string' ? argument : expect.stringMatching(argument) },
  });
}

/** What a client of node-redis looks like; fails the test that calls it. */
function nodeRedis(): Any {
  const methods = [
    'set',
    'get',
    'del',
    'eval',
    'evalSha',
    'duplicate',
    'on',
    'off',
    'once',
    'subscribe',
    'connect',
  ];
  const call = (name: string) => () => {
    throw new Error(`${name} was called`);
  };
  return { ...Object.fromEntries(methods.map((name) => [name, call(name)])), options: {}, isReady: true };
}

describe.each(kinds)('a client of the kind %s', (_, create, keyOf) => {
  test.each([
    ['node-redis', nodeRedis()],
    ['nothing', undefined],
    ['null', null],
    ['an object', {}],
    ['a URL', redisUrl],
    ['a pipeline of ioredis', new Redis({ lazyConnect: true }).pipeline()],
  ])('is refused over %s', (_name, other) => {
    expect(() => create({ redis: other })).toThrow(refusal(/^(redis|nodes\[0\])$/));
  });

  const bad: [string, Any, string][] = [
    ['an option there is none of', { leaseMS: 5_000 }, 'leaseMS'],
    ['an option of a call', { waitMs: 5_000 }, 'waitMs'],
    ['a lease in words', { leaseMs: '10s' }, 'leaseMs'],
    ['a watchdog in words', { watchdog: 'no' }, 'watchdog'],
    ['no time at all', { commandTimeoutMs: 0 }, 'commandTimeoutMs'],
    ['a label that is a number', { label: 7 }, 'label'],
    ['a heartbeat that is a time', { heartbeat: 10_000 }, 'heartbeat'],
  ];
  test.each(bad)('is refused with %s, and leaves nothing on the connection', (_name, options, name) => {
    const before = redis.eventNames().map((event) => redis.listenerCount(event));
    expect(() => create({ redis, ...options })).toThrow(refusal(name));
    expect(redis.eventNames().map((event) => redis.listenerCount(event))).toEqual(before);
  });

  const calls: [string, (client: AnyClient, key: unknown) => Promise<unknown>, string][] = [
    ['an option there is none of', (client, key) => client.acquire(key, { waitMS: 5 }), 'waitMS'],
    ['the wait of another call', (client, key) => client.tryAcquire(key, { waitMs: 5 }), 'waitMs'],
    ['a number for options', (client, key) => client.acquire(key, 10_000), 'options'],
    [
      'a function for options',
      (client, key) =>
        client.using(
          key,
          async () => 1,
          async () => 1,
        ),
      'options',
    ],
    ['null for options', (client, key) => client.tryAcquire(key, null), 'options'],
    ['a signal that is none', (client, key) => client.tryAcquire(key, { signal: 'x' }), 'signal'],
    [
      'a controller for its signal',
      (client, key) => client.acquire(key, { signal: new AbortController() }),
      'signal',
    ],
    ['a wait below 0', (client, key) => client.acquire(key, { waitMs: -1 }), 'waitMs'],
    ['a wait that is no number', (client, key) => client.acquire(key, { waitMs: Number.NaN }), 'waitMs'],
    ['a lease that is no number', (client, key) => client.tryAcquire(key, { leaseMs: '5' }), 'leaseMs'],
    ['a watchdog that is no flag', (client, key) => client.tryAcquire(key, { watchdog: 1 }), 'watchdog'],
    ['a longest hold of 0', (client, key) => client.tryAcquire(key, { maxHoldMs: 0 }), 'maxHoldMs'],
    ['a listener that is none', (client, key) => client.acquire(key, { onWaiting: true }), 'onWaiting'],
    ['no work', (client, key) => client.using(key, {}), 'work'],
    ['no key', (client) => client.tryAcquire(undefined), 'key'],
    ['a number for a key', (client) => client.tryAcquire(7), 'key'],
    ['nothing that was seen', (client, key) => client.forceRelease(key), 'seen'],
    ['no token that was seen', (client, key) => client.forceRelease(key, {}), 'seen.token'],
  ];
  test.each(calls)('refuses %s before anything is sent', async (_name, call, name) => {
    const alone = opened(redis.duplicate());
    await alone.ping();
    const client = opened(create({ redis: alone, heartbeat: false }));
    const { stream } = alone as unknown as { stream: import('node:net').Socket };
    const before = stream.bytesWritten;
    await expect(call(client, keyOf(randomUUID()))).rejects.toThrow(refusal(name) as Error);
    expect(stream.bytesWritten).toBe(before);
  });

  test('acquires without options, and with options that are left out', async () => {
    const client = opened(create({ redis, leaseMs: undefined, heartbeat: false }));
    const key = keyOf(randomUUID());
    await ((await client.acquire(key)) as locks.Lease).release();
    await ((await client.acquire(key, { leaseMs: undefined, signal: undefined })) as locks.Lease).release();
  });

  test('works over a connection that gives numbers as texts', async () => {
    const texts = opened(redis.duplicate({ stringNumbers: true }));
    const client = opened(create({ redis: texts, heartbeat: false }));
    const key = keyOf(randomUUID());
    await ((await client.acquire(key)) as locks.Lease).release();
    await ((await client.acquire(key)) as locks.Lease).release();
  });
});

test('a kind refuses options of another, and values that its own may not have', () => {
  expect(() => locks.createMutex({ redis, queueMs: 5 } as never)).toThrow(refusal('queueMs'));
  expect(() => locks.createFair({ redis, queueMs: '5' } as never)).toThrow(refusal('queueMs'));
  expect(() => locks.createSemaphore({ redis, permits: 0 })).toThrow(refusal('permits'));
  expect(() => locks.createMutex({ redis, pubsub: 'shared' } as never)).toThrow(refusal('pubsub'));
  expect(() => locks.createMutex({ redis, spin: 1 } as never)).toThrow(refusal('spin'));
  expect(() => locks.createRedlock({ nodes: [redis], settle: 'most' } as never)).toThrow(refusal('settle'));
  expect(() => locks.createRedlock({ nodes: [redis], rejectRestarted: 'yes' } as never)).toThrow(
    refusal('rejectRestarted'),
  );
  expect(() => locks.createRedlock({} as never)).toThrow(refusal('nodes'));
  expect(() => locks.createMutex(undefined as never)).toThrow(refusal('options'));
});

test('a subscriber is a connection of its own', () => {
  expect(() => locks.createMutex({ redis, subscriber: redis })).toThrow(refusal('subscriber'));
  expect(() => locks.createMutex({ redis, subscriber: nodeRedis() as never })).toThrow(refusal('subscriber'));
  const cluster = new Cluster([{ port: 1 }], { lazyConnect: true });
  expect(() => locks.createMutex({ redis, subscriber: cluster as never })).toThrow(refusal('subscriber'));
});

test('a lease refuses what it does not know before anything is sent', async () => {
  const client = opened(locks.createReadWrite({ redis, heartbeat: false }));
  const lease = await client.write.acquire(randomUUID());
  await expect(lease.reenter({ leaseMS: 5 } as never)).rejects.toThrow(refusal('leaseMS') as Error);
  await expect(lease.reenter({ signal: 'x' } as never)).rejects.toThrow(refusal('signal') as Error);
  await expect(lease.acquireRead({ waitMs: 5 } as never)).rejects.toThrow(refusal('waitMs') as Error);
  await expect(lease.extend('5' as never)).rejects.toThrow(refusal('leaseMs') as Error);
  expect(lease.holdCount).toBe(1);
  await lease.release();
});
