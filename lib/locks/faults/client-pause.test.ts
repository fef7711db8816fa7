import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { lossOf } from '../../../e2e/support/loss-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { kinds } from './kinds';

/** A server of the test's own, and a probe that tells whether writes are still paused. */
async function bench(context: TestContext, mode: 'ALL' | 'WRITE') {
  const { connect } = await ownServer(context);
  const admin = connect();
  return {
    redis: connect(),
    other: connect(),
    async pause(ms: number) {
      let over = false;
      await admin.call('CLIENT', 'PAUSE', ms, mode);
      const ended = admin.set('probe', '1').then(() => {
        over = true;
      });
      ended.catch(() => {}); // the test may end before
      return { over: () => over, ended };
    },
  };
}

vi.setConfig({ maxConcurrency: 48 }); // they wait, each for a server of its own
const modes = ['ALL', 'WRITE'] as const;
const cases = kinds.flatMap((kind) => modes.map((mode) => ({ name: kind.name, create: kind.create, mode })));

describe.concurrent.each(cases)('CLIENT PAUSE $mode and a $name', ({ create, mode }) => {
  test('shorter than the lease: the holder keeps it, the waiter gets it afterwards', async (context) => {
    const { redis, other, pause } = await bench(context, mode);
    const key = randomUUID();
    await using holder = create({ redis, leaseMs: 4_500, watchdog: true });
    await using client = create({ redis: other });
    const lease = await taken(holder, key);
    const waiter = await startWaiting(client, key, { waitMs: 30_000 });
    const firstEndsMs = lease.expiresAtMs;
    const paused = await pause(2_000); // a renewal is due after 1,500 ms
    await paused.ended;
    await until('it was renewed', () => lease.expiresAtMs > firstEndsMs + 100 || lease.signal.aborted);
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
    await (await waiter.lease).release();
  });

  test('longer than the lease: the holder is told at its end, by a Redis that is still silent', async (context) => {
    const { redis, other, pause } = await bench(context, mode);
    const key = randomUUID();
    await using holder = create({ redis, leaseMs: 2_500, watchdog: true });
    await using client = create({ redis: other });
    const lease = await taken(holder, key);
    const paused = await pause(10_000);
    const waiter = client.acquire(key, { waitMs: 30_000 });
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
    await expect(lease.release()).rejects.toMatchObject({ code: 'lost' });
    expect(paused.over()).toBe(false);
    await (await waiter).release();
  });

  test('longer than commandTimeoutMs: tryAcquire says timed-out, and what Redis does late is undone', async (context) => {
    const { redis, other, pause } = await bench(context, mode);
    const key = randomUUID();
    await using impatient = create({ redis, commandTimeoutMs: 200 });
    const paused = await pause(1_500);
    await expect(impatient.tryAcquire(key, { leaseMs: 60_000 })).rejects.toMatchObject({ code: 'timed-out' });
    expect(paused.over()).toBe(false);
    await using client = create({ redis: other });
    await (await client.acquire(key, { waitMs: 30_000 })).release();
  });
});
