import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { expectUnharmed, startFour } from '../../../e2e/support/four-in-turn';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import type { Hold } from '../../../e2e/support/lock-load';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { kinds } from './kinds';

/** A server of the test's own, since CLIENT KILL by type means everybody's connections. */
async function bench(context: TestContext) {
  const { connect } = await ownServer(context);
  const admin = connect();
  return {
    connect,
    killCommands: () => admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
    killSubscribers: () => admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub'),
  };
}

/** Nobody promises a turn to who waits beside three others: how long the lock stands still is what is limited. */
const TURNS = { leaseMs: 5_000, waitMs: 60_000, holdMs: 3 };

vi.setConfig({ maxConcurrency: 14 });
describe.concurrent.each(kinds)('a $name', ({ create }) => {
  test('is kept, renewed and released by a holder whose connection is killed again and again', async (context) => {
    const { connect, killCommands } = await bench(context);
    const key = randomUUID();
    const redis = connect();
    await using client = create({ redis, leaseMs: 4_500, watchdog: true });
    const lease = await taken(client, key);
    for (let kills = 0; kills < 4; kills++) {
      const endsMs = lease.expiresAtMs;
      expect(await killCommands()).toBeGreaterThan(0);
      await until('the lease was renewed', () => lease.expiresAtMs > endsMs + 100 || lease.signal.aborted);
    }
    await killCommands();
    await lease.release();
    expect(lease.signal.aborted).toBe(false);
    await using other = create({ redis: connect() });
    await (await taken(other, key)).release();
  });

  test('wakes a waiter whose subscription is cut at the moment of the release', async (context) => {
    const { connect, killSubscribers } = await bench(context);
    const key = randomUUID();
    await using holder = create({ redis: connect(), leaseMs: 60_000 });
    const lease = await taken(holder, key);
    await using client = create({ redis: connect() });
    const waiter = await startWaiting(client, key, { waitMs: 8_000 }); // it looks by itself after 10 s
    expect(await killSubscribers()).toBe(1);
    await lease.release(); // nobody hears its message
    await (await waiter.lease).release();
  });

  test('wakes a waiter that lost both its connections, and by message again when they are back', async (context) => {
    const { connect, killCommands, killSubscribers } = await bench(context);
    const key = randomUUID();
    const [first, second] = [connect(), connect()];
    await using holder = create({ redis: first, leaseMs: 60_000, watchdog: false });
    const lease = await taken(holder, key);
    await using client = create({ redis: second });
    let listening = await startWaiting(client, key, { waitMs: 8_000 });
    await Promise.all([killSubscribers(), killCommands()]);
    await lease.release();
    const successor = await listening.lease;
    listening = await startWaiting(holder, key, { waitMs: 8_000 });
    await successor.release();
    await (await listening.lease).release();
  });

  test('has one holder at a time, and its callers see no error, while connections of all kinds are killed', async (context) => {
    const { connect, killCommands, killSubscribers } = await bench(context);
    const load = startFour(() => create({ redis: connect() }), TURNS);
    for (let rounds = 0; rounds < 8; rounds++) {
      const before = load.holds.length;
      await until('holds between two kills', () => load.holds.length > before + 8);
      await Promise.all([killCommands(), rounds % 2 && killSubscribers()]);
    }
    await load.everyWorkerHeld();
    await load.stop();
    expectUnharmed(load);
    expect(load.busy()).toBe(0);
  });

  test('has one holder at a time, and its callers see no error, while replies are lost with their connection', async (context) => {
    const { server, connect } = await ownServer(context);
    const proxy = await startProxy(server.port);
    context.onTestFinished(() => proxy.close());
    const load = startFour(() => create({ redis: connect({ port: proxy.port }) }), TURNS);
    for (let rounds = 0; rounds < 8; rounds++) {
      const before = load.holds.length;
      await until('holds between two losses', () => load.holds.length > before + 5);
      proxy.mute();
      await sleep(20); // some are obeyed meanwhile, and will be sent again
      proxy.cut();
      proxy.pass();
    }
    await load.everyWorkerHeld();
    await load.stop();
    expectUnharmed(load);
    expect(load.busy()).toBe(0);
    expect(longestGapMs(load.holds)).toBeLessThan(4_000); // nobody waits for the lease of a hold he does not know of
  });
});

function longestGapMs(holds: readonly Hold[]): number {
  const sorted = [...holds].sort((a, b) => a.heldMs - b.heldMs);
  return Math.max(...sorted.slice(1).map((hold, at) => hold.heldMs - (sorted[at]?.heldMs ?? 0)));
}
