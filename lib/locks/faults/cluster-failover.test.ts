import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealCluster, startCluster } from '../../../e2e/support/cluster';
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
import { type AnyLease, type AnyLock, kinds } from './kinds';

/** By then no answer of a server that was killed is still on its way. */
const IN_FLIGHT_MS = 100;

let cluster: RealCluster;
const { client, close } = createProcesses(() => new Cluster(cluster.startupNodes));
/** The keys of all kinds are in one slot. */
const tag = `{${randomUUID()}}`;
let slot: number;
let era = 'before';
beforeAll(async () => {
  cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  slot = await cluster.slotOf(tag);
});
afterAll(async () => {
  await close();
  await cluster.close();
});

/** Puts every kind of lock under load, has `fail` done to the cluster, and ends when every worker has come through. */
async function under(fail: () => Promise<void>): Promise<Map<string, Story>> {
  const stories = new Map<string, Story>();
  for (const { name, create } of kinds) {
    const id = randomUUID();
    const waiter = client(create, `waiter for a ${name}`);
    const kept = await startKeeping(`${tag}${id}:kept`, client(create, 'holder'), waiter);
    const workers = [1, 2, 3].map((at) => ({
      client: client(create, `worker ${at} of a ${name}`),
      place: () => era,
    }));
    const load = startFailoverLoad(workers, `${tag}${id}:load`);
    stories.set(name, { load, kept, notResumed: null });
  }
  const loads = [...stories.values()].map(({ load }) => load);
  await until('there is load', () => loads.every(({ holds }) => holds.length > 30));
  expect(await (await cluster.masterOf(slot)).admin.wait(1, 5_000)).toBe(1);
  await fail();
  await cluster.masterOf(slot);
  await Promise.all(
    [...stories.values()].map(async (story) => {
      await resume(story);
      await story.load.stop();
    }),
  );
  return stories;
}

/** As `expectKept`, and free afterwards. */
async function expectKeptAndFreed({ kept }: Story, rival: AnyLock): Promise<void> {
  await expectKept(kept, rival);
  // A fair place that was given up while Redis was away is given up again a second later.
  const free = await until('it can be had', () => rival.tryAcquire(kept.key));
  await free.release();
}

describe('a cluster whose replica takes over as it is asked to, under load:', () => {
  let stories: Map<string, Story>;
  beforeAll(async () => {
    stories = await under(async () => void (await cluster.failover(slot)));
  });

  test.each(kinds)('a $name goes on being acquired by every worker', ({ name }) => {
    expect(storyOf(stories, name).notResumed).toBeNull();
  });

  test.each(kinds)('a $name is never lost and has one holder at a time throughout', ({ name }) => {
    const { load } = storyOf(stories, name);
    expect(load.holds.filter(({ lost }) => lost)).toEqual([]);
    expect(overlaps(load.holds)).toEqual([]);
  });

  test.each(kinds)(
    'a $name is kept by who had it, and its release wakes who waits',
    async ({ name, create }) => {
      await expectKeptAndFreed(storyOf(stories, name), client(create, 'rival'));
    },
  );

  test.each(kinds)(
    'every call to a $name ends in time with a lease, busy, or an error that says why',
    ({ name }) => {
      expectNamedInTime(storyOf(stories, name));
    },
  );
});

describe('a cluster whose master is killed with kill -9 ahead of its replica, under load:', () => {
  let stories: Map<string, Story>;
  /** By kind: taken when the replica had stopped listening, and what became of it; taken after it took over. */
  const late = new Map<string, { lease: AnyLease; loss: Promise<unknown>; successor: AnyLease }>();
  beforeAll(async () => {
    stories = await under(async () => {
      const leases = new Map<string, AnyLease>();
      const owners = kinds.map(({ name, create }) => ({ name, create, owner: client(create, 'owner') }));
      await cluster.killMasterAhead(slot, async () => {
        for (const { name, owner } of owners) {
          const lease = await taken(owner, `${tag}late:${name}`, { leaseMs: LEASE_MS, watchdog: true });
          leases.set(name, lease);
        }
      });
      const losses = [...leases].map(
        ([name, lease]) => [name, lossOf(lease).catch((error) => error)] as const,
      );
      await sleep(IN_FLIGHT_MS);
      era = 'after';
      await cluster.masterOf(slot);
      for (const { name, create } of owners) {
        const options = { leaseMs: LONG_LEASE_MS, watchdog: true, waitMs: 10_000 };
        const successor = await client(create, 'successor').acquire(`${tag}late:${name}`, options);
        const [lease, loss] = [leases.get(name), losses.find(([of]) => of === name)?.[1]];
        if (lease && loss) late.set(name, { lease, loss, successor });
      }
    });
  });

  test.each(kinds)(
    'a $name has one holder at a time on each master; only a lease of the old one may overlap',
    ({ name }) => {
      const together = overlaps(storyOf(stories, name).load.holds);
      expect(together.filter(([older, younger]) => older.place === younger.place)).toEqual([]);
    },
  );

  test.each(kinds)(
    'a $name that was replicated is kept by who had it, and its release wakes who waits',
    async ({ name, create }) => {
      await expectKeptAndFreed(storyOf(stories, name), client(create, 'rival'));
    },
  );

  test.each(kinds)(
    'a $name that was not is given again; who had it is told by the end of its lease',
    async ({ name }) => {
      const story = late.get(name);
      expect(await story?.loss).toMatchObject({ code: 'lost' });
      await expect(story?.lease.release()).rejects.toMatchObject({ code: 'lost' });
      expect(story?.successor.signal.aborted).toBe(false);
      await story?.successor.release();
    },
  );

  test.each(kinds)(
    'every call to a $name ends in time with a lease, busy, or an error that says why',
    ({ name }) => {
      expectNamedInTime(storyOf(stories, name));
    },
  );
});
