import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { type Load, overlaps, startLoad } from '../../../e2e/support/lock-load';
import { lossOf } from '../../../e2e/support/loss-of';
import { until } from '../../../e2e/support/redis-server';
import { type SentinelGroup, startSentinelGroup } from '../../../e2e/support/sentinel';
import { type AnyLease, type AnyLock, type Kind, kinds } from './kinds';
import { endOf, namedErrors } from './named-errors';

const LEASE_MS = 3_000;
const LONG_LEASE_MS = 20_000;
const WAIT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 1_500;
const RESUMED_WITHIN_MS = 10_000;
/** Less than the time after which a waiter looks without having heard anything. */
const LOOKS_BY_ITSELF_MS = 8_000;

/** What one kind of lock went through. */
type Story = {
  load: Load;
  /** Why not every worker had the lock again in time, or null. */
  notResumed: unknown;
  /** Held from before to after, replicated before. */
  replicated: AnyLease;
  /** Listens for the one above from before. */
  waiterEnd: Promise<{ error: unknown }>;
  /** Held from before, unknown to the replicas. */
  unreplicated: AnyLease;
  lossOfUnreplicated: Promise<unknown>;
  /** Taken from the new primary as soon as there was one. */
  successor?: AnyLease;
  keys: { replicated: string; unreplicated: string };
};

const faults: [string, (group: SentinelGroup) => Promise<void>][] = [
  [
    'planned failover',
    async (group) => {
      await group.failover();
    },
  ],
  [
    'kill -9 of the primary',
    async (group) => {
      await group.killPrimary();
      await group.promoted();
    },
  ],
];

describe.each(faults)('a Sentinel group under load, %s:', (_, fail) => {
  const opened = new Map<string, Redis>();
  const clients: AnyLock[] = [];
  const stories = new Map<string, Story>();
  let group: SentinelGroup;

  /** The connection of one of the processes that take part; each has locks of every kind. */
  function connectionOf(process: string): Redis {
    const known = opened.get(process);
    if (known) return known;
    const redis = new Redis({ ...group.options, sentinelRetryStrategy: () => 50, retryStrategy: () => 50 });
    redis.on('error', () => {}); // its primary goes away
    opened.set(process, redis);
    return redis;
  }

  function client(create: Kind['create'], process: string): AnyLock {
    const created = create({ redis: connectionOf(process), commandTimeoutMs: COMMAND_TIMEOUT_MS });
    clients.push(created);
    return created;
  }

  /** A replica that has lost all keys of a lock is one that they have not reached. */
  async function forgetOnReplicas(key: string): Promise<void> {
    for (const { port } of group.replicas()) {
      const replica = new Redis(port);
      await replica.config('SET', 'replica-read-only', 'no');
      await replica.del(await replica.keys(`*${key}*`));
      replica.disconnect();
    }
  }

  async function resume(story: Story): Promise<void> {
    if (story.notResumed) return;
    await story.load.everyWorkerHeld(RESUMED_WITHIN_MS).catch((error) => {
      story.notResumed = error;
    });
  }

  beforeAll(async () => {
    group = await startSentinelGroup();
    const admin = connectionOf('admin');
    for (const { name, create } of kinds) {
      const keys = { replicated: randomUUID(), unreplicated: randomUUID() };
      const workers = ['worker 1', 'worker 2', 'worker 3'].map((process) => {
        const place = () => connectionOf(process).stream.remotePort;
        return { client: client(create, process), place };
      });
      const holder = client(create, 'holder');
      const replicated = await taken(holder, keys.replicated, { leaseMs: LONG_LEASE_MS, watchdog: true });
      const waiting = { waitMs: 60_000, leaseMs: LONG_LEASE_MS };
      const waiter = await startWaiting(client(create, 'waiter'), keys.replicated, waiting);
      const unreplicated = await taken(holder, keys.unreplicated, { leaseMs: LEASE_MS, watchdog: true });
      expect(await admin.wait(2, 5_000)).toBe(2);
      await forgetOnReplicas(keys.unreplicated);
      const load = startLoad(workers, { key: randomUUID(), leaseMs: LEASE_MS, waitMs: WAIT_MS, holdMs: 10 });
      stories.set(name, {
        load,
        notResumed: null,
        replicated,
        waiterEnd: endOf(waiter.lease),
        unreplicated,
        lossOfUnreplicated: lossOf(unreplicated).catch((error) => error),
        keys,
      });
    }
    const loads = [...stories.values()].map(({ load }) => load);
    await until('there is load', () => loads.every(({ holds }) => holds.length > 30));
    await fail(group);
    const resumed = Promise.all([...stories.values()].map(resume));
    for (const { name, create } of kinds) {
      const story = storyOf(name);
      const options = { leaseMs: LONG_LEASE_MS, watchdog: true, waitMs: 10_000 };
      story.successor = await client(create, 'successor').acquire(story.keys.unreplicated, options);
    }
    await resumed;
    await group.settled();
    await Promise.all([...stories.values()].map(resume));
    await Promise.all(loads.map((load) => load.stop()));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(clients.map((each) => each.close()));
    for (const redis of opened.values()) redis.disconnect();
    await group.close();
  });

  function storyOf(name: string): Story {
    const story = stories.get(name);
    if (!story) throw new Error(`the load of "${name}" did not run`);
    return story;
  }

  describe.each(kinds)('a $name', ({ name, create }) => {
    test('goes on being acquired by every worker within 10 s, from the new primary in the end', () => {
      const { load, notResumed } = storyOf(name);
      expect(notResumed).toBeNull();
      expect(load.holds.at(-1)?.place).toBe(group.primary().port);
    });

    test('has one holder at a time on each primary; only the lease of the old one may overlap the new', () => {
      const together = overlaps(storyOf(name).load.holds);
      expect(together.filter(([older, younger]) => older.place === younger.place)).toEqual([]);
      expect(together.filter(([older]) => older.place === group.primary().port)).toEqual([]);
    });

    test('ends every call in time with a lease, busy, or an error that says what happened', () => {
      const { load } = storyOf(name);
      expect(namedErrors(load.failures)).toEqual(load.failures);
      expect(load.longestCallMs()).toBeLessThan(WAIT_MS + COMMAND_TIMEOUT_MS + 3_000);
    });

    test('that was replicated is kept by its holder, whose watchdog goes on, and its release wakes who waits', async () => {
      const { replicated, waiterEnd, keys } = storyOf(name);
      const rival = client(create, 'rival');
      expect(await rival.tryAcquire(keys.replicated)).toBeNull();
      await replicated.extend(LONG_LEASE_MS + 1_000);
      expect(replicated.signal.aborted).toBe(false);
      await replicated.release();
      const releasedMs = performance.now();
      const { error } = await waiterEnd; // its wait ends with an error if Redis was away for longer than its limits
      expect(performance.now() - releasedMs).toBeLessThan(LOOKS_BY_ITSELF_MS);
      if (error) expect(namedErrors([{ error }])).toHaveLength(1);
      await (await taken(rival, keys.replicated)).release();
    });

    test('that was not replicated is given again; who had it is told by the end of its lease at the latest', async () => {
      const { unreplicated, lossOfUnreplicated, successor } = storyOf(name);
      expect(await lossOfUnreplicated).toMatchObject({ code: 'lost' });
      await expect(unreplicated.release()).rejects.toMatchObject({ code: 'lost' });
      await successor?.extend(LONG_LEASE_MS + 1_000);
      expect(successor?.signal.aborted).toBe(false);
      await successor?.release();
    });
  });
});
