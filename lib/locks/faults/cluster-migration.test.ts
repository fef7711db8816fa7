import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { type MigrationStep, type RealCluster, startCluster } from '../../../e2e/support/cluster';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { overlaps, startLoad } from '../../../e2e/support/lock-load';
import { until } from '../../../e2e/support/redis-server';
import { createReentrant, isLockError, type LockClientOptions } from '../index';
import { type AnyLease, type AnyLock, type Kind, kinds } from './kinds';
import { namedErrors } from './named-errors';

let cluster: RealCluster;
beforeAll(async () => {
  cluster = await startCluster({ masters: 3, replicasPerMaster: 0 });
});
afterAll(() => cluster.close());

/** One slot with a lock of every kind in it, a master to move it to, and clients that are closed when the test ends. */
async function bench({ onTestFinished }: TestContext) {
  const tag = `{${randomUUID()}}`;
  const slot = await cluster.slotOf(tag);
  const opened: { close(): Promise<void> }[] = [];
  const connections: Cluster[] = [];
  onTestFinished(async () => {
    await Promise.all(opened.map((client) => client.close()));
    for (const redis of connections) redis.disconnect();
  });
  function clientOf(
    create: (options: LockClientOptions) => AnyLock,
    options: Omit<LockClientOptions, 'redis'>,
  ) {
    const redis = new Cluster(cluster.startupNodes);
    connections.push(redis);
    const client = create({ redis, ...options });
    opened.push(client);
    return client;
  }
  const keyOf = ({ name }: Kind) => `${tag}${name}`;
  return { slot, to: await cluster.otherMaster(slot), keyOf, clientOf };
}

/** Whether a lock can be used between two steps: who names several keys has to wait for the end. */
function isServed({ severalKeys }: Kind, step: MigrationStep): boolean {
  return !severalKeys || step === 'importing' || step === 'assigned';
}

function forEvery<T>(act: (kind: Kind) => Promise<T>): Promise<T[]> {
  return Promise.all(kinds.map(act));
}

test('every lock has one holder at a time under load while its slot is moved, at each step of the move', async (context) => {
  const { slot, to, keyOf, clientOf } = await bench(context);
  const loads = kinds.map((kind) => {
    const workers = [1, 2, 3].map(() => ({ client: clientOf(kind.create, {}) }));
    const options = { key: keyOf(kind), leaseMs: 5_000, waitMs: 8_000, holdMs: 3 };
    return { kind, load: startLoad(workers, options) };
  });
  await Promise.all(loads.map(({ load }) => load.everyWorkerHeld()));
  await cluster.migrateSlot(slot, to, async (step) => {
    const served = loads.filter(({ kind }) => isServed(kind, step));
    const before = served.map(({ load }) => load.holds.length);
    await until('the load went on', () =>
      served.every(({ load }, at) => load.holds.length > Number(before[at]) + (step === 'moved' ? 0 : 5)),
    );
  });
  await Promise.all(loads.map(({ load }) => load.everyWorkerHeld()));
  for (const { kind, load } of loads) {
    await load.stop();
    const expected = kind.severalKeys ? namedErrors(load.failures) : [];
    expect(load.failures, kind.name).toEqual(expected);
    expect(
      load.holds.filter(({ lost }) => lost),
      kind.name,
    ).toEqual([]);
    expect(overlaps(load.holds), kind.name).toEqual([]);
  }
});

test('every lock is kept, renewed and released by its holder while its slot is moved', async (context) => {
  const { slot, to, keyOf, clientOf } = await bench(context);
  const held = await forEvery(async (kind) => {
    const client = clientOf(kind.create, { leaseMs: 4_500, watchdog: true });
    return { kind, lease: await taken(client, keyOf(kind)), rival: clientOf(kind.create, {}) };
  });
  const isKept = async (step: MigrationStep) => {
    const served = held.filter(({ kind }) => isServed(kind, step));
    const ends = served.map(({ lease }) => lease.expiresAtMs);
    const renewed = ({ lease }: (typeof held)[number], at: number) =>
      lease.signal.aborted || lease.expiresAtMs > Number(ends[at]) + 100;
    if (step !== 'moved') await until(`renewals while ${step}`, () => served.every(renewed));
    for (const { kind, lease, rival } of served) {
      expect(lease.signal.aborted, kind.name).toBe(false);
      expect(await rival.tryAcquire(keyOf(kind)), kind.name).toBeNull();
    }
  };
  await cluster.migrateSlot(slot, to, isKept);
  for (const { kind, lease, rival } of held) {
    await lease.release();
    await (await taken(rival, keyOf(kind))).release();
  }
});

test('every lock is taken by one alone while its slot is between two nodes', async (context) => {
  const { slot, to, keyOf, clientOf } = await bench(context);
  const clients = kinds.map((kind) => ({
    kind,
    client: clientOf(kind.create, { leaseMs: 60_000 }),
    rival: clientOf(kind.create, {}),
  }));
  const asked = new Map<Kind, Promise<AnyLease>>();
  await cluster.migrateSlot(slot, to, async (step) => {
    if (step === 'importing') return;
    for (const { kind, client, rival } of clients) {
      const lease = asked.get(kind) ?? client.acquire(keyOf(kind), { waitMs: 8_000 });
      asked.set(kind, lease);
      lease.catch(() => {}); // awaited when it can be had
      if (!isServed(kind, step)) continue;
      await lease;
      expect(await rival.tryAcquire(keyOf(kind)), kind.name).toBeNull();
    }
  });
  for (const { kind, rival } of clients) {
    await (await asked.get(kind))?.release();
    await (await taken(rival, keyOf(kind))).release();
  }
});

test.for(['auto', 'classic', 'sharded'] as const)(
  'every lock that is released while or after its slot is moved wakes by its message (%s) who listened before',
  async (pubsub, context) => {
    const { slot, keyOf, clientOf } = await bench(context);
    const clients = kinds.map((kind) => ({
      kind,
      holder: clientOf(kind.create, { leaseMs: 60_000, pubsub }),
      client: clientOf(kind.create, { pubsub }),
    }));
    for (const releaseAt of ['migrating', 'moved', 'assigned']) {
      const waits = await Promise.all(
        clients.map(async ({ kind, holder, client }) => {
          const lease = await taken(holder, keyOf(kind));
          // It looks by itself after 10 s.
          const waiter = await startWaiting(client, keyOf(kind), { leaseMs: 60_000, waitMs: 8_000 });
          return { kind, lease, waiter, released: Promise.resolve(), isReleased: false };
        }),
      );
      await cluster.migrateSlot(slot, await cluster.otherMaster(slot), async (step) => {
        if (step !== releaseAt) return;
        for (const wait of waits) {
          if (wait.isReleased) continue;
          wait.isReleased = true;
          wait.released = wait.lease.release();
          wait.released.catch(() => {}); // awaited when it can be done
          if (isServed(wait.kind, step)) await wait.released;
        }
      });
      await Promise.all(waits.map(({ released }) => released));
      await Promise.all(waits.map(async ({ waiter }) => (await waiter.lease).release()));
    }
  },
);

test('locks of every kind that one process waits for over one connection each wake by their message, in any order', async (context) => {
  const { keyOf, clientOf } = await bench(context);
  const redis = new Cluster(cluster.startupNodes);
  context.onTestFinished(() => redis.disconnect());
  for (const order of [kinds, [...kinds].reverse()]) {
    const waits = [];
    for (const kind of order) {
      const lease = await taken(clientOf(kind.create, { leaseMs: 60_000 }), keyOf(kind));
      const client = kind.create({ redis });
      context.onTestFinished(() => client.close());
      const waiter = await startWaiting(client, keyOf(kind), { leaseMs: 60_000, waitMs: 30_000 });
      waits.push({ kind, lease, waiter });
    }
    for (const { kind, lease, waiter } of waits) {
      await lease.release();
      const releasedMs = performance.now();
      await (await waiter.lease).release();
      // It looks by itself after 10 s; what remains of them is chance.
      expect(performance.now() - releasedMs, kind.name).toBeLessThan(2_000);
    }
  }
});

test('a force release that names several keys is done at the latest when the move ends', async (context) => {
  const { slot, to, clientOf, keyOf } = await bench(context);
  const [kind] = kinds.filter(({ name }) => name === 'reentrant lock') as [Kind];
  const [key, redis] = [keyOf(kind), new Cluster(cluster.startupNodes)];
  context.onTestFinished(() => redis.disconnect());
  await using operator = createReentrant({ redis });
  const lease = await taken(clientOf(createReentrant, { leaseMs: 60_000 }), key);
  const seen = { token: lease.token, holdCount: 1 };
  let asked: Promise<unknown> | undefined;
  await cluster.migrateSlot(slot, to, async (step) => {
    if (step === 'migrating') asked = operator.forceRelease(key, seen).catch((error: unknown) => error);
  });
  const answer = await asked;
  // Redis says TRYAGAIN to several keys while they are on their way; whoever was told so may ask again.
  if (answer instanceof Error && !isLockError(answer)) {
    expect(answer.message).toMatch(/TRYAGAIN|Too many Cluster redirections/);
    expect(await operator.forceRelease(key, seen)).toEqual({ woken: 0 });
  } else expect(answer).toEqual({ woken: 0 });
  await (await taken(operator, key)).release();
});
