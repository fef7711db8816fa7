import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, type TestContext, test, vi } from 'vitest';
import { fileRedis } from '../../../../e2e/support/file-redis';
import { lossOf } from '../../../../e2e/support/loss-of';
import { until } from '../../../../e2e/support/redis-server';
import { type AnyLock, kinds } from '../../faults/kinds';
import { createReadWrite, createRedlock, type LockClientOptions, legacyTimestampLock } from '../../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 1_500;

const renewable: readonly { name: string; create(options: LockClientOptions): AnyLock }[] = [
  ...kinds,
  { name: 'read lock', create: readLock },
  {
    name: 'redlock',
    create: ({ redis: node, ...o }) => createRedlock({ ...o, nodes: [node], nodeTimeoutMs: 400 }),
  },
];

function readLock(options: LockClientOptions): AnyLock {
  const { read, close } = createReadWrite(options);
  return { ...read, close, [Symbol.asyncDispose]: close };
}

/** They wait for their leases, beside each other. */
vi.setConfig({ maxConcurrency: 20 });

/** The same client, closed when its test ends. */
function opened<C extends { close(): Promise<void> }>({ onTestFinished }: TestContext, client: C): C {
  onTestFinished(() => client.close());
  return client;
}

describe.concurrent.each(renewable)('the lease of a $name', ({ create }) => {
  test.for([
    ['the client', { leaseMs: LEASE_MS }, {}],
    ['the call', {}, { leaseMs: LEASE_MS }],
  ] as const)('is renewed by default, where %s names it', async ([, ofClient, ofCall], context) => {
    const client = opened(context, create({ redis, heartbeat: false, ...ofClient }));
    const lease = await client.acquire(randomUUID(), ofCall);
    const endMs = lease.expiresAtMs;
    await until('it was renewed', () => lease.signal.aborted || lease.expiresAtMs > endMs + LEASE_MS);
    expect(lease.isHeld).toBe(true);
    await lease.release();
  });

  test.for([
    ['the client', { watchdog: false }, {}],
    ['the call', { watchdog: true }, { watchdog: false }],
  ] as const)('ends where %s says `watchdog: false`', async ([, ofClient, ofCall], context) => {
    const client = opened(context, create({ redis, leaseMs: LEASE_MS, heartbeat: false, ...ofClient }));
    const lease = await client.acquire(randomUUID(), ofCall);
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
  });
});

test.concurrent('a timestamp lock is not renewed, and refuses to be', async (context) => {
  const client = opened(context, legacyTimestampLock({ redis, heartbeat: false }));
  const lease = await client.acquire(randomUUID(), { leaseMs: LEASE_MS });
  expect(await lossOf(lease)).toMatchObject({ details: { why: 'expired' } });
  const refused = { code: 'extend-unsupported' };
  await expect(client.tryAcquire(randomUUID(), { watchdog: true })).rejects.toMatchObject(refused);
});
