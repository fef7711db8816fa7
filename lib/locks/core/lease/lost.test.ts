import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { fileServer } from '../../../../e2e/support/file-server';
import { until } from '../../../../e2e/support/redis-server';
import { createMutex, createReentrant, type Lease, type LockClient } from '../../index';

const own = fileServer();
const { opened } = closing();

type Any = Pick<LockClient<Lease, never>, 'tryAcquire' | 'close'>;

const kinds: [string, (options?: { leaseMs?: number; watchdog?: boolean }) => Any][] = [
  ['mutex', (options) => createMutex({ redis: own.redis, ...options })],
  ['reentrant', (options) => createReentrant({ redis: own.redis, ...options })],
];

async function taken(client: Any, key: string, leaseMs?: number): Promise<Lease> {
  const lease = await opened(client).tryAcquire(key, leaseMs === undefined ? {} : { leaseMs });
  if (!lease) throw new Error('the key of a test must be free');
  return lease;
}

function lossOf(lease: Lease): Promise<unknown> {
  return until('the signal says lost', () => lease.signal.aborted && lease.signal.reason);
}

const attemptsToRenew = async () =>
  Number(/cmdstat_eval:calls=(\d+)/.exec(await own.redis.info('commandstats'))?.[1] ?? 0);

describe.each(kinds)('a %s', (_, create) => {
  test('with a watchdog outlives its lease, and its renewal ends with the release', async () => {
    const key = randomUUID();
    const leaseMs = 3_000; // room for a machine that is late by a second
    const lease = await taken(create({ leaseMs, watchdog: true }), key);
    const ends = lease.expiresAtMs;
    await until('two leases passed', () => Date.now() > ends + leaseMs);
    expect(await own.redis.pttl(key)).toBeGreaterThan(0);
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
    const after = await attemptsToRenew();
    await until('a lease more passed', () => Date.now() > ends + 2 * leaseMs);
    expect(await attemptsToRenew()).toBe(after);
    expect(lease.signal.aborted).toBe(false);
  });

  test('deleted by somebody is lost at the next renewal, once, and is renewed no more', async () => {
    const key = randomUUID();
    const leaseMs = 3_000;
    const lease = await taken(create({ leaseMs, watchdog: true }), key);
    let told = 0;
    lease.signal.addEventListener('abort', () => told++);
    await own.redis.del(key);
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'absent' } });
    const after = await attemptsToRenew();
    const started = Date.now();
    await until('a lease more passed', () => Date.now() > started + leaseMs);
    expect(await attemptsToRenew()).toBe(after);
    expect(told).toBe(1);
    await expect(lease.release()).rejects.toMatchObject({ code: 'lost' });
    await lease[Symbol.asyncDispose]();
  });

  test('with a fixed lease is lost when it ends', async () => {
    const key = randomUUID();
    const lease = await taken(create({ watchdog: false }), key, 200);
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
    expect(Date.now()).toBeGreaterThanOrEqual(lease.expiresAtMs);
  });

  test('whose server is frozen longer than the lease is lost while the server is still silent', async () => {
    const lease = await taken(create({ leaseMs: 600, watchdog: true }), randomUUID());
    own.server.freeze();
    try {
      expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
      await expect(lease.release()).rejects.toMatchObject({ code: 'lost' });
      await lease[Symbol.asyncDispose]();
    } finally {
      own.server.thaw();
    }
  });

  test('survives a freeze shorter than its lease', async () => {
    const key = randomUUID();
    const lease = await taken(create({ leaseMs: 3_000, watchdog: true }), key);
    own.server.freeze();
    const frozen = Date.now();
    await until('a renewal went unanswered', () => Date.now() > frozen + 1_500);
    own.server.thaw();
    await until('the lease was renewed', () => lease.expiresAtMs > frozen + 3_200);
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
    expect(await own.redis.exists(key)).toBe(0);
  });

  test('on a server that was restarted without it is lost', async () => {
    const lease = await taken(create({ leaseMs: 5_000, watchdog: true }), randomUUID());
    await own.server.stop('SIGKILL');
    await own.server.start();
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'absent' } });
  });

  test('of a client that is closed is told, released and watched no more', async () => {
    const key = randomUUID();
    const client = create({ watchdog: true });
    const lease = await taken(client, key);
    await client.close();
    expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'client-closed' } });
    expect(await own.redis.exists(key)).toBe(0);
  });
});

test('a reply that comes after the lease ended is no lease', async () => {
  const key = randomUUID();
  const client = opened(createMutex({ redis: own.redis }));
  own.server.freeze();
  const asked = client.tryAcquire(key, { leaseMs: 200 });
  asked.catch(() => {});
  const started = Date.now();
  await until('the lease would have ended', () => Date.now() > started + 250);
  own.server.thaw();
  await expect(asked).rejects.toMatchObject({ code: 'timed-out' });
  await until('what was taken is given back', async () => (await own.redis.exists(key)) === 0);
});
