import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createProcesses,
  expectKept,
  expectNamedInTime,
  LEASE_MS,
  LONG_LEASE_MS,
  resume,
  type Story,
  startFailoverLoad,
  startKeeping,
  storyOf,
} from '../../../e2e/support/failover';
import { taken } from '../../../e2e/support/lease-of';
import { overlaps } from '../../../e2e/support/lock-load';
import { lossOf } from '../../../e2e/support/loss-of';
import { until } from '../../../e2e/support/redis-server';
import { type SentinelGroup, startSentinelGroup } from '../../../e2e/support/sentinel';
import { type AnyLease, kinds } from './kinds';

/** What one kind of lock went through; what is kept was replicated before. */
type SentinelStory = Story & {
  /** Held from before, unknown to the replicas. */
  unreplicated: { key: string; lease: AnyLease; loss: Promise<unknown> };
  /** Taken from the new primary as soon as there was one. */
  successor?: AnyLease;
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
  const stories = new Map<string, SentinelStory>();
  let group: SentinelGroup;
  const { connectionOf, client, close } = createProcesses(
    () => new Redis({ ...group.options, sentinelRetryStrategy: () => 50, retryStrategy: () => 50 }),
  );

  /** A replica that has lost all keys of a lock is one that they have not reached. */
  async function forgetOnReplicas(key: string): Promise<void> {
    for (const { port } of group.replicas()) {
      const replica = new Redis(port);
      await replica.config('SET', 'replica-read-only', 'no');
      await replica.del(await replica.keys(`*${key}*`));
      replica.disconnect();
    }
  }

  beforeAll(async () => {
    group = await startSentinelGroup();
    const admin = connectionOf('admin');
    for (const { name, create } of kinds) {
      const workers = ['worker 1', 'worker 2', 'worker 3'].map((process) => {
        const place = () => connectionOf(process).stream.remotePort;
        return { client: client(create, process), place };
      });
      const holder = client(create, 'holder');
      const kept = await startKeeping(randomUUID(), holder, client(create, 'waiter'));
      const key = randomUUID();
      const lease = await taken(holder, key, { leaseMs: LEASE_MS, watchdog: true });
      expect(await admin.wait(2, 5_000)).toBe(2);
      await forgetOnReplicas(key);
      const load = startFailoverLoad(workers, randomUUID());
      const unreplicated = { key, lease, loss: lossOf(lease).catch((error) => error) };
      stories.set(name, { load, notResumed: null, kept, unreplicated });
    }
    const loads = [...stories.values()].map(({ load }) => load);
    await until('there is load', () => loads.every(({ holds }) => holds.length > 30));
    await fail(group);
    const resumed = Promise.all([...stories.values()].map(resume));
    for (const { name, create } of kinds) {
      const story = storyOf(stories, name);
      const options = { leaseMs: LONG_LEASE_MS, watchdog: true, waitMs: 10_000 };
      story.successor = await client(create, 'successor').acquire(story.unreplicated.key, options);
    }
    await resumed;
    await group.settled();
    await Promise.all([...stories.values()].map(resume));
    await Promise.all(loads.map((load) => load.stop()));
  });
  afterAll(async () => {
    await close();
    await group.close();
  });

  describe.each(kinds)('a $name', ({ name, create }) => {
    test('goes on being acquired by every worker, from the new primary in the end', () => {
      const { load, notResumed } = storyOf(stories, name);
      expect(notResumed).toBeNull();
      expect(load.holds.at(-1)?.place).toBe(group.primary().port);
    });

    test('has one holder at a time on each primary; only the lease of the old one may overlap the new', () => {
      const together = overlaps(storyOf(stories, name).load.holds);
      expect(together.filter(([older, younger]) => older.place === younger.place)).toEqual([]);
      expect(together.filter(([older]) => older.place === group.primary().port)).toEqual([]);
    });

    test('ends every call in time with a lease, busy, or an error that says what happened', () => {
      expectNamedInTime(storyOf(stories, name));
    });

    test('that was replicated is kept by its holder, whose watchdog goes on, and its release wakes who waits', async () => {
      const { kept } = storyOf(stories, name);
      const rival = client(create, 'rival');
      await expectKept(kept, rival);
      await (await taken(rival, kept.key)).release();
    });

    test('that was not replicated is given again; who had it is told by the end of its lease at the latest', async () => {
      const { unreplicated, successor } = storyOf(stories, name);
      expect(await unreplicated.loss).toMatchObject({ code: 'lost' });
      await expect(unreplicated.lease.release()).rejects.toMatchObject({ code: 'lost' });
      await successor?.extend(LONG_LEASE_MS + 1_000);
      expect(successor?.signal.aborted).toBe(false);
      await successor?.release();
    });
  });
});
