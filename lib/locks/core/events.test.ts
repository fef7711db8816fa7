import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { REFUSED_PORT } from '../../../e2e/support/free-port';
import { until } from '../../../e2e/support/redis-server';
import { createMutex, createReentrant, type LockEvents, lockEvents } from '../index';
import { collectLockMetrics } from '../metrics';

const redisUrl = await fileRedis();

type Told = { [E in keyof LockEvents]: { event: E } & LockEvents[E] }[keyof LockEvents];

const redis = new Redis(redisUrl);
const closers: (() => unknown)[] = [];
let told: Told[] = [];
let key = '';
beforeEach(() => {
  told = [];
  key = randomUUID();
  for (const event of ['acquire', 'release', 'renew', 'lost', 'stall'] as const) {
    const hear = (heard: LockEvents[typeof event]) => {
      if (heard.key === key) told.push({ event, ...heard } as Told);
    };
    closers.push((lockEvents[event] as { listen(hear: unknown): () => void }).listen(hear));
  }
});
afterAll(() => redis.disconnect());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function opened<C extends { close(): Promise<void> }>(client: C): C {
  closers.push(() => client.close());
  return client;
}

test('an acquisition, its renewals and its release are told with what they took', async () => {
  const lease = await opened(createMutex({ redis })).acquire(key, {
    leaseMs: 300,
    watchdog: true,
    waitMs: 0,
  });
  const { token } = lease;
  await until('it was renewed', () => told.some(({ event }) => event === 'renew'));
  await lease.release();
  const [first, second] = told.filter(({ event }) => event !== 'stall'); // a busy machine stalls
  expect(first).toMatchObject({ event: 'acquire', kind: 'mutex', token, outcome: 'acquired', attempts: 1 });
  expect(second).toMatchObject({ event: 'renew', kind: 'mutex', token, outcome: 'renewed' });
  expect(told.at(-1)).toMatchObject({ event: 'release', kind: 'mutex', token, outcome: 'released' });
  expect(told.at(-1)).toHaveProperty('heldMs', expect.any(Number));
});

test('busy, a wait that ran out and a wait that was aborted are told apart', async () => {
  const client = opened(createReentrant({ redis }));
  await client.acquire(key, { waitMs: 0 });
  await client.tryAcquire(key);
  await client.acquire(key, { waitMs: 1_000 }).catch(() => {});
  const stop = new AbortController();
  await client
    .acquire(key, { waitMs: 5_000, signal: stop.signal, onWaiting: () => stop.abort() })
    .catch(() => {});
  const outcomes = told.flatMap((each) => (each.event === 'acquire' ? [each.outcome] : []));
  expect(outcomes).toEqual(['acquired', 'busy', 'wait-timeout', 'aborted']);
});

test('a wait that Redis did not answer is no contention, in events and metrics', async () => {
  const registry = new Registry();
  closers.push(collectLockMetrics({ registry }));
  const away = new Redis({ port: REFUSED_PORT, retryStrategy: () => 20 });
  await new Promise((resolve) => away.once('error', resolve));
  away.on('error', () => {});
  closers.push(() => away.disconnect());
  await opened(createMutex({ redis: away, heartbeat: false }))
    .acquire(key, { waitMs: 200 })
    .catch(() => {});
  const [end] = told;
  expect(end).toMatchObject({ event: 'acquire', outcome: 'timed-out', error: { code: 'timed-out' } });
  expect(end).toMatchObject({ error: { cause: { code: 'ECONNREFUSED' } } });
  expect(await registry.metrics()).toContain('wait_seconds_count{kind="mutex",outcome="timed-out"} 1');
});

test('a loss is told once, with its reason', async () => {
  const lease = await opened(createMutex({ redis })).acquire(key, {
    leaseMs: 3_000,
    watchdog: true,
    waitMs: 0,
  });
  await redis.del(key);
  await until('it is lost', () => lease.signal.aborted);
  await lease.release().catch(() => {});
  expect(told.filter(({ event }) => event === 'lost')).toMatchObject([{ why: 'absent', token: lease.token }]);
});

test('an event loop that was blocked when a renewal was due is told, and the lock is lost if that took its lease', async () => {
  const lease = await opened(createMutex({ redis })).acquire(key, {
    leaseMs: 3_000,
    watchdog: true,
    waitMs: 0,
  });
  const until1500 = performance.now() + 1_500;
  while (performance.now() < until1500); // blocks
  await until('it is told', () => told.some(({ event }) => event === 'stall'));
  expect(told.find(({ event }) => event === 'stall')).toMatchObject({ kind: 'mutex', token: lease.token });
  expect(lease.signal.aborted).toBe(false);
  const until4500 = performance.now() + 4_500;
  while (performance.now() < until4500);
  await until('it is lost', () => lease.signal.aborted);
  expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'expired' } });
});

test('a hold that lasts longer than its limit is renewed no more and told', async () => {
  const client = opened(createReentrant({ redis }));
  const lease = await client.acquire(key, { leaseMs: 3_000, watchdog: true, maxHoldMs: 1_200, waitMs: 0 });
  await until('it is told', () => lease.signal.aborted);
  expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'max-hold-time' } });
  expect(await redis.pttl(key)).toBeGreaterThan(0); // time to stop
  await until('it lapses', async () => !(await redis.exists(key)));
});

test('metrics count by kind and outcome, never by key, and leave the registry when they stop', async () => {
  const registry = new Registry();
  const stop = collectLockMetrics({ registry });
  const client = opened(createMutex({ redis }));
  await (await client.acquire(key, { waitMs: 0 })).release();
  const text = await registry.metrics();
  expect(text).toContain('lockscope_lock_wait_seconds_count{kind="mutex",outcome="acquired"}');
  expect(text).toContain('lockscope_lock_held_seconds_count{kind="mutex",outcome="released"}');
  expect(text).not.toContain(key);
  stop();
  expect(await registry.metrics()).toBe('\n');
  collectLockMetrics({ registry })();
});
