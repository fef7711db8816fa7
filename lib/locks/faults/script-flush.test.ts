import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test } from 'vitest';
import { expectUnharmed, startFour } from '../../../e2e/support/four-in-turn';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { kinds } from './kinds';

/** A server of the test's own, whose scripts can be flushed. */
async function bench(context: TestContext) {
  const { connect } = await ownServer(context);
  const redis = connect();
  return { redis, connect, flush: () => redis.script('FLUSH', 'SYNC') };
}

describe.each(kinds)('a server that loses its scripts while a $name is in use', ({ create }) => {
  test('is noticed by no caller: acquire, renewal, wait and release go on', async (context) => {
    const { redis, flush } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis, leaseMs: 3_000, watchdog: true });
    await flush();
    const lease = await taken(client, key);
    const endsMs = lease.expiresAtMs;
    await flush();
    await until('the lease was renewed', () => lease.expiresAtMs > endsMs + 100);
    await flush();
    await using other = create({ redis });
    const waiter = await startWaiting(other, key, { waitMs: 8_000 });
    await flush();
    await lease.extend(5_000);
    await flush();
    await lease.release();
    await flush();
    const successor = await waiter.lease;
    await flush();
    await successor.release();
    expect(lease.signal.aborted || successor.signal.aborted).toBe(false);
  });

  test('all the time, under load, causes no error, no loss and no second holder', async (context) => {
    const { connect, flush } = await bench(context);
    let flushing = true;
    const flushed = (async () => {
      let times = 0;
      for (; flushing; times++) await flush();
      return times;
    })();
    const turns = { leaseMs: 5_000, waitMs: 10_000, holdMs: 2 };
    const load = startFour(() => create({ redis: connect() }), turns);
    await until('a hundred holds', () => load.holds.length > 100 || load.failures.length > 0);
    await load.stop();
    flushing = false;
    expect(await flushed).toBeGreaterThan(100);
    expectUnharmed(load);
  });
});
