import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { lossOf } from '../../../e2e/support/loss-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import {
  createFair,
  createFenced,
  createReadWrite,
  createReentrant,
  type LockClient,
  type LockClientOptions,
  type ReentrantLease,
} from '../index';
import { type AnyLease, kinds } from './kinds';
import { endOf } from './named-errors';

/** A server whose memory is full, from the byte it has, on demand. */
async function bench(context: TestContext, policy = 'noeviction') {
  const { connect } = await ownServer(context, ['--maxmemory-policy', policy]);
  const admin = connect();
  return {
    connect,
    fill: () => admin.config('SET', 'maxmemory', '1'),
    empty: () => admin.config('SET', 'maxmemory', '0'),
  };
}

vi.setConfig({ maxConcurrency: 36 });

describe.concurrent.each(kinds)('a $name when the memory of Redis is full', ({ create }) => {
  test('is refused with the error of Redis and nothing counts as taken, or it is truly held', async (context) => {
    const { connect, fill, empty } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 60_000 });
    await using other = create({ redis: connect() });
    await fill();
    for (const call of [() => client.tryAcquire(key), () => client.acquire(key, { waitMs: 8_000 })]) {
      const got: unknown = await call().catch((error: unknown) => error);
      if (got instanceof Error) expect(got.message).toMatch(/^OOM/);
      else {
        // Redis lets a script go on that has first written what needs no memory.
        expect(await other.tryAcquire(key)).toBeNull();
        await (got as AnyLease).release();
      }
    }
    await empty();
    await (await taken(other, key)).release();
  });

  test('is renewed and released by who has it, and wakes its waiter, who is told', async (context) => {
    const { connect, fill, empty } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 2_500, watchdog: true });
    const lease = await taken(client, key);
    await using other = create({ redis: connect() });
    const waiter = await startWaiting(other, key, { waitMs: 8_000 });
    await fill();
    const endsMs = lease.expiresAtMs;
    await until('it was renewed', () => lease.expiresAtMs > endsMs + 100 || lease.signal.aborted);
    await lease.extend(5_000);
    await lease.release();
    expect(lease.signal.aborted).toBe(false);
    const { error } = await endOf(waiter.lease);
    if (error) expect(error).toMatchObject({ message: expect.stringMatching(/^OOM/) });
    await empty();
    await (await taken(other, key)).release();
  });

  test('and keys are evicted is lost: its holder is told at the next renewal', async (context) => {
    const { connect, fill } = await bench(context, 'allkeys-lru');
    await using client = create({ redis: connect(), leaseMs: 3_000, watchdog: true });
    const lease = await taken(client, randomUUID());
    await fill();
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'absent' } });
  });

  test('and keys are evicted is lost without a watchdog too: the release says so', async (context) => {
    const { connect, fill, empty } = await bench(context, 'allkeys-lru');
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 60_000, watchdog: false });
    const lease = await taken(client, key);
    await fill();
    await empty();
    await using rival = create({ redis: connect(), leaseMs: 60_000, watchdog: false });
    const successor = await taken(rival, key); // a key may be evicted at any time: no lock is safe under such a policy
    await expect(lease.release()).rejects.toMatchObject({
      code: 'lost',
      details: { why: expect.stringMatching(/taken|absent/) },
    });
    await successor.release();
  });
});

const reentered: [string, (options: LockClientOptions) => LockClient<ReentrantLease, never>][] = [
  ['reentrant lock', createReentrant],
  ['fair lock', createFair],
  ['fenced lock', createFenced],
  ['write lock', (options) => createReadWrite(options).write],
  ['read lock', (options) => createReadWrite(options).read],
];

describe.concurrent.each(reentered)('a %s that was re-entered', (_, create) => {
  test('gives back each of its holds when the memory of Redis is full', async (context) => {
    const { connect, fill, empty } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 60_000 });
    const outer = await client.acquire(key, { waitMs: 0 });
    const inner = await outer.reenter();
    await fill();
    await expect(outer.reenter()).rejects.toThrow(/^OOM/);
    await inner.release();
    expect(outer.holdCount).toBe(1);
    await outer.release();
    await empty();
    await using other = create({ redis: connect() });
    await (await taken(other, key)).release();
  });

  test('is renewed when the memory of Redis is full', async (context) => {
    const { connect, fill } = await bench(context);
    await using client = create({ redis: connect(), leaseMs: 2_500, watchdog: true });
    const lease = await client.acquire(randomUUID(), { waitMs: 0 });
    await lease.reenter();
    await fill();
    const endsMs = lease.expiresAtMs;
    await until('it was renewed', () => lease.expiresAtMs > endsMs + 100 || lease.signal.aborted);
    expect(lease.signal.aborted).toBe(false);
  });
});
