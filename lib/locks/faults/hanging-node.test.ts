import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { lossOf } from '../../../e2e/support/loss-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import type { LockErrorCode } from '../index';
import { kinds } from './kinds';

/** A node whose line hangs on demand, a way around the line, and what Redis did to the key, in order. */
async function bench(context: TestContext) {
  const { server, connect } = await ownServer(context, ['--notify-keyspace-events', 'KA']);
  const proxy = await startProxy(server.port);
  context.onTestFinished(() => proxy.close());
  const direct = connect();
  const listener = connect();
  const key = randomUUID();
  const events: string[] = [];
  listener.on('pmessage', (_pattern, _channel, event: string) => events.push(event));
  await listener.psubscribe(`__keyspace@0__:*${key}*`);
  return { key, proxy, direct, events, hanging: () => connect({ port: proxy.port }) };
}

/** A caller's limit plus what a busy machine adds; the lease and the default limit are far longer. */
const LIMIT_MS = 1_000;
const SOON_MS = 5_000;

/** `call` ends soon, with an error of this code. */
async function expectEndsSoon(call: Promise<unknown>, code: LockErrorCode): Promise<void> {
  const startMs = performance.now();
  await expect(call).rejects.toMatchObject({ code });
  expect(performance.now() - startMs).toBeLessThan(SOON_MS);
}

/**
 * Whether so much time has passed since, as timers count it: from the begin of their turn. A limit that was set later by
 * another timer ends later than this, however long a turn takes.
 */
function passed(ms: number): () => boolean {
  let hasPassed = false;
  setTimeout(() => {
    hasPassed = true;
  }, ms);
  return () => hasPassed;
}

vi.setConfig({ maxConcurrency: 24 });

describe.concurrent.each(kinds)('a $name on a node that accepts and never answers', ({ create }) => {
  test('is told timed-out within commandTimeoutMs, and what lands late is given back', async (context) => {
    const { key, proxy, direct, events, hanging } = await bench(context);
    const redis = hanging();
    await using client = create({ redis, commandTimeoutMs: LIMIT_MS, leaseMs: 60_000 });
    await redis.ping();
    proxy.hang();
    const isDue = passed(LIMIT_MS * 0.95);
    await expectEndsSoon(client.tryAcquire(key), 'timed-out');
    expect(isDue()).toBe(true);
    proxy.pass();
    await until('the late acquisition landed', () => events.length > 0);
    await using other = create({ redis: direct });
    await (await other.acquire(key, { waitMs: 8_000 })).release();
  });

  test('from the first connection on is told timed-out as well, and gives back what lands late', async (context) => {
    const { key, proxy, direct, events, hanging } = await bench(context);
    proxy.hang();
    await using client = create({ redis: hanging(), commandTimeoutMs: LIMIT_MS, leaseMs: 60_000 });
    await expectEndsSoon(client.tryAcquire(key), 'timed-out');
    proxy.pass();
    await until('the late acquisition landed', () => events.length > 0);
    await using other = create({ redis: direct });
    await (await other.acquire(key, { waitMs: 8_000 })).release();
  });

  test('keeps the deadline of a waiter and the abort of its signal', async (context) => {
    const { key, proxy, direct, hanging } = await bench(context);
    await using holder = create({ redis: direct, leaseMs: 60_000 });
    const lease = await taken(holder, key);
    await using client = create({ redis: hanging(), commandTimeoutMs: 60_000 });
    const listening = await startWaiting(client, key, { waitMs: 1_000 });
    const enough = new AbortController();
    const queued = client.acquire(key, { waitMs: 60_000, signal: enough.signal });
    proxy.hang();
    await lease.release(); // its message is held up
    await expectEndsSoon(listening.lease, 'wait-timeout');
    enough.abort();
    await expect(queued).rejects.toMatchObject({ code: 'aborted' });
    proxy.pass();
  });

  test('ends a wait with timed-out when its time is over, although attempts of it ended before', async (context) => {
    const { key, proxy, hanging } = await bench(context);
    const redis = hanging();
    await using client = create({ redis, commandTimeoutMs: LIMIT_MS });
    await redis.ping();
    proxy.hang();
    const isDue = passed(LIMIT_MS * 1.4);
    await expectEndsSoon(client.acquire(key, { waitMs: LIMIT_MS * 1.5 }), 'timed-out');
    expect(isDue()).toBe(true);
    proxy.pass();
  });

  test('is lost by its holder at the end of the lease, while the node is still silent', async (context) => {
    const { key, proxy, direct, hanging } = await bench(context);
    await using client = create({ redis: hanging(), leaseMs: 2_000, watchdog: true });
    const lease = await taken(client, key);
    proxy.hang();
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
    await expectEndsSoon(lease.release(), 'lost');
    await using other = create({ redis: direct, leaseMs: 60_000 });
    const successor = await other.acquire(key, { waitMs: 8_000 });
    proxy.pass(); // late renewals of the old holder must not touch the successor
    await until('the line flows again', () => client.tryAcquire(randomUUID()));
    await successor.release();
    expect(successor.signal.aborted).toBe(false);
  });

  test('lets a release end with timed-out, which may be called again', async (context) => {
    const { key, proxy, direct, hanging } = await bench(context);
    const redis = hanging();
    await redis.ping();
    await using client = create({ redis, commandTimeoutMs: LIMIT_MS, leaseMs: 60_000 });
    const lease = await taken(client, key);
    proxy.hang();
    await expectEndsSoon(lease.release(), 'timed-out');
    expect(lease.signal.aborted).toBe(false);
    proxy.pass();
    await lease.release();
    await using other = create({ redis: direct });
    await (await taken(other, key)).release();
  });

  test('does not keep a client from closing', async (context) => {
    const { key, proxy, hanging } = await bench(context);
    const redis = hanging();
    await redis.ping();
    const client = create({ redis, commandTimeoutMs: LIMIT_MS });
    const lease = await taken(client, key);
    proxy.hang();
    const startMs = performance.now();
    await client.close();
    expect(performance.now() - startMs).toBeLessThan(SOON_MS);
    expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'client-closed' } });
    proxy.pass();
  });
});
