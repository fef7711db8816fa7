import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedisServer, until } from '../../e2e/support/redis-server';
import { createMutex, createReentrant, type Lease, type LockClient } from './index';

let server: RedisServer;
let redis: Redis;
const clients: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await startRedisServer();
  redis = new Redis(server.url);
  redis.on('error', () => {}); // a test stops the server
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

type Any = Pick<LockClient<Lease, never>, 'tryAcquire' | 'close'>;

const kinds: [string, (options?: { leaseMs?: number; watchdog?: boolean }) => Any][] = [
  ['mutex', (options) => createMutex({ redis, ...options })],
  ['reentrant', (options) => createReentrant({ redis, ...options })],
];

async function taken(client: Any, key: string, leaseMs?: number): Promise<Lease> {
  clients.push(client);
  const lease = await client.tryAcquire(key, leaseMs === undefined ? {} : { leaseMs });
  if (!lease) throw new Error('the key of a test must be free');
  return lease;
}

function lossOf(lease: Lease): Promise<unknown> {
  return until('the signal says lost', () => lease.signal.aborted && lease.signal.reason);
}

const attemptsToRenew = async () =>
  Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);

describe.each(kinds)('a %s', (_, create) => {
  test('with a watchdog outlives its lease, and its renewal ends with the release', async () => {
    const key = randomUUID();
    const lease = await taken(create({ leaseMs: 300, watchdog: true }), key);
    const ends = lease.expiresAtMs;
    await until('several leases passed', () => Date.now() > ends + 700);
    expect(await redis.pttl(key)).toBeGreaterThan(0);
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
    const after = await attemptsToRenew();
    await until('a lease more passed', () => Date.now() > ends + 1_100);
    expect(await attemptsToRenew()).toBe(after);
    expect(lease.signal.aborted).toBe(false);
  });

  test('deleted by somebody is lost at the next renewal, once, and is renewed no more', async () => {
    const key = randomUUID();
    const lease = await taken(create({ leaseMs: 600, watchdog: true }), key);
    let told = 0;
    lease.signal.addEventListener('abort', () => told++);
    await redis.del(key);
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'absent' } });
    const after = await attemptsToRenew();
    const started = Date.now();
    await until('a lease more passed', () => Date.now() > started + 600);
    expect(await attemptsToRenew()).toBe(after);
    expect(told).toBe(1);
    await expect(lease.release()).rejects.toMatchObject({ code: 'lost' });
    await lease[Symbol.asyncDispose]();
  });

  test('with a fixed lease is lost when it ends', async () => {
    const key = randomUUID();
    const lease = await taken(create(), key, 200);
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
    expect(Date.now()).toBeGreaterThanOrEqual(lease.expiresAtMs);
  });

  test('whose server is frozen longer than the lease is lost while the server is still silent', async () => {
    const lease = await taken(create({ leaseMs: 600, watchdog: true }), randomUUID());
    server.freeze();
    try {
      expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
      await expect(lease.release()).rejects.toMatchObject({ code: 'lost' });
      await lease[Symbol.asyncDispose]();
    } finally {
      server.thaw();
    }
  });

  test('survives a freeze shorter than its lease', async () => {
    const key = randomUUID();
    const lease = await taken(create({ leaseMs: 3_000, watchdog: true }), key);
    server.freeze();
    const frozen = Date.now();
    await until('a renewal went unanswered', () => Date.now() > frozen + 1_500);
    server.thaw();
    await until('the lease was renewed', () => lease.expiresAtMs > frozen + 3_200);
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
    expect(await redis.exists(key)).toBe(0);
  });

  test('on a server that was restarted without it is lost', async () => {
    const lease = await taken(create({ leaseMs: 5_000, watchdog: true }), randomUUID());
    await server.stop('SIGKILL');
    await server.start();
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'absent' } });
  });

  test('of a client that is closed is told, released and watched no more', async () => {
    const key = randomUUID();
    const client = create({ watchdog: true });
    const lease = await taken(client, key);
    await client.close();
    expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'client-closed' } });
    expect(await redis.exists(key)).toBe(0);
  });
});

test('a reply that comes after the lease ended is no lease', async () => {
  const key = randomUUID();
  const client = createMutex({ redis });
  clients.push(client);
  server.freeze();
  const asked = client.tryAcquire(key, { leaseMs: 200 });
  asked.catch(() => {});
  const started = Date.now();
  await until('the lease would have ended', () => Date.now() > started + 250);
  server.thaw();
  await expect(asked).rejects.toMatchObject({ code: 'timed-out' });
  await until('what was taken is given back', async () => (await redis.exists(key)) === 0);
});
