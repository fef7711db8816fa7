import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { fileRedis } from '../../../../e2e/support/file-redis';
import { until } from '../../../../e2e/support/redis-server';
import { endWorkers, startWorker } from '../../../../e2e/support/worker';
import { createMutex, createRedlock, createReentrant, type Lease, lockEvents } from '../../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
const { opened, closers } = closing();
afterAll(() => redis.disconnect());
afterEach(endWorkers);

const LEASE_MS = 1_500;
const options = { leaseMs: LEASE_MS, watchdog: false, heartbeat: false };

/** Synchronous work until the lease is over: no timer runs, nothing is read. */
function blockPast({ expiresAtMs }: Lease): void {
  while (Date.now() <= expiresAtMs + 10);
}

const kinds: [string, () => Promise<Lease>][] = [
  ['mutex', () => opened(createMutex({ redis, ...options })).acquire(randomUUID(), { waitMs: 10_000 })],
  [
    'reentrant lock',
    () => opened(createReentrant({ redis, ...options })).acquire(randomUUID(), { waitMs: 10_000 }),
  ],
  [
    'redlock',
    () =>
      opened(createRedlock({ nodes: [redis], nodeTimeoutMs: 1_000, ...options })).acquire(randomUUID(), {
        waitMs: 10_000,
      }),
  ],
];

describe.each(kinds)(
  'the lease of a %s, right behind an event loop that was blocked for longer',
  (_, take) => {
    test('is not held, as each way to ask says at once', async () => {
      const looks: ((lease: Lease, signal: AbortSignal) => unknown)[] = [
        (lease) => expect(lease.isHeld).toBe(false),
        (lease) => expect(lease.remainingMs).toBe(0),
        (lease) =>
          expect(() => lease.assertHeld()).toThrow(
            expect.objectContaining({ code: 'lost', details: { key: lease.key, why: 'expired' } }),
          ),
        (_lease, signal) => expect(signal.aborted).toBe(true),
        (_lease, signal) =>
          expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ code: 'lost' })),
        (_lease, signal) =>
          expect(signal.reason).toMatchObject({ code: 'lost', details: { why: 'expired' } }),
        (_lease, signal) => expect(AbortSignal.any([signal]).aborted).toBe(true),
        (lease) => expect(lease.signal.aborted).toBe(true),
      ];
      const leases = await Promise.all(
        looks.map(async () => {
          const lease = await take();
          expect([lease.isHeld, lease.signal.aborted]).toEqual([true, false]);
          return { lease, signal: lease.signal };
        }),
      );
      const last = leases.reduce((a, b) => (a.lease.expiresAtMs > b.lease.expiresAtMs ? a : b));
      blockPast(last.lease);
      for (const [n, { lease, signal }] of leases.entries()) looks[n]?.(lease, signal);
    });

    test('is reported lost once, to listeners as well', async () => {
      const lease = await take();
      const heard: unknown[] = [];
      const losses: unknown[] = [];
      lease.signal.addEventListener('abort', () => heard.push(lease.signal.reason));
      closers.push(lockEvents.lost.listen((event) => event.token === lease.token && losses.push(event.why)));
      blockPast(lease);
      expect(() => lease.assertHeld()).toThrow();
      await until('its timer would have run', () => losses.length > 0);
      await expect(lease.release()).rejects.toMatchObject({ code: 'lost' });
      expect(heard).toMatchObject([{ code: 'lost' }]);
      expect(losses).toEqual(['expired']);
    });
  },
);

describe('a lease goes by the monotonic clock', () => {
  const HOUR_MS = 3_600_000;
  afterEach(() => void vi.useRealTimers());

  /** Sets the wall clock; every other clock and every timer go on. */
  function setClock(byMs: number): void {
    const atMs = Date.now() + byMs;
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(atMs);
  }

  const passed = (fromMs: number) => performance.now() - fromMs;

  test('and runs down, although the wall clock is set on or back', async () => {
    const client = opened(createMutex({ redis, watchdog: false, heartbeat: false }));
    const lease = await client.acquire(randomUUID(), { leaseMs: 60_000 });
    for (const byMs of [HOUR_MS, -2 * HOUR_MS]) {
      const [before, fromMs] = [lease.remainingMs, performance.now()];
      setClock(byMs);
      await until('some time is over', () => passed(fromMs) > 50);
      expect([lease.isHeld, lease.signal.aborted]).toEqual([true, false]);
      lease.assertHeld();
      expect(lease.remainingMs).toBeLessThanOrEqual(before - 50);
      expect(lease.remainingMs).toBeGreaterThanOrEqual(Math.floor(before - passed(fromMs)) - 1);
    }
  });

  test('and ends although the wall clock was set back', async () => {
    const client = opened(createMutex({ redis, ...options, leaseMs: 500 }));
    const lease = await client.acquire(randomUUID());
    const fromMs = performance.now();
    setClock(-HOUR_MS);
    while (passed(fromMs) < 510); // no timer runs
    expect([lease.isHeld, lease.remainingMs]).toEqual([false, 0]);
    expect(() => lease.assertHeld()).toThrow(expect.objectContaining({ code: 'lost' }));
  });
});

test('a lease tells what is left of it, and that it was given back', async () => {
  const client = opened(createReentrant({ redis, heartbeat: false }));
  const lease = await client.acquire(randomUUID(), { waitMs: 0, leaseMs: 60_000 });
  expect(lease.isHeld).toBe(true);
  expect(lease.remainingMs).toBeGreaterThan(0);
  expect(lease.remainingMs).toBeLessThanOrEqual(60_000);
  lease.assertHeld();
  const again = await lease.reenter();
  await again.release();
  expect([again.isHeld, again.remainingMs, lease.isHeld]).toEqual([false, 0, true]);
  expect(() => again.assertHeld()).toThrow(expect.objectContaining({ code: 'not-held' }));
  const released = lease.release();
  expect(lease.isHeld).toBe(false); // asked to go: it may be another's from now on
  await released;
  expect(() => lease.assertHeld()).toThrow(expect.objectContaining({ code: 'not-held' }));
  expect(lease.signal.aborted).toBe(false);
});

test('a process that was stopped for longer than its lease does no further step, although its I/O goes on before its timers', async () => {
  const key = randomUUID();
  const holder = startWorker('guard-steps', { url: redisUrl, key, 'lease-ms': LEASE_MS });
  await holder.event('held');
  await redis.rpush(`${key}:steps`, 'first');
  await holder.event('step');
  const waits = async () => String(await redis.client('LIST')).includes('cmd=blpop');
  await until('it waits for its next step', waits);
  process.kill(holder.pid, 'SIGSTOP');
  try {
    const successor = await opened(createMutex({ redis, heartbeat: false })).acquire(key, { waitMs: 10_000 });
    await redis.rpush(`${key}:steps`, 'second'); // waits in its socket
    process.kill(holder.pid, 'SIGCONT');
    await holder.event('refused');
    expect(holder.events('step').length).toBe(1);
    expect(await redis.get(key)).toBe(successor.token);
  } finally {
    process.kill(holder.pid, 'SIGCONT');
  }
});
