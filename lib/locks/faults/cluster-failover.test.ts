import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealCluster, startCluster } from '../../../e2e/support/cluster';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { type Load, overlaps, startLoad } from '../../../e2e/support/lock-load';
import { lossOf } from '../../../e2e/support/loss-of';
import { until } from '../../../e2e/support/redis-server';
import { type AnyLease, type AnyLock, type Kind, kinds } from './kinds';
import { endOf, namedErrors } from './named-errors';

const LEASE_MS = 3_000;
const LONG_LEASE_MS = 20_000;
const WAIT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 1_500;
const RESUMED_WITHIN_MS = 10_000;
/** Less than the time after which a waiter looks without having heard anything. */
const LOOKS_BY_ITSELF_MS = 8_000;
/** By then no answer of a server that was killed is still on its way. */
const IN_FLIGHT_MS = 100;

/** What one kind of lock went through. Its keys are all in one slot, as are those of the other kinds. */
type Story = {
  keys: Record<'load' | 'kept', string>;
  load: Load;
  /** Why not every worker had the lock again in time, or null. */
  notResumed: unknown;
  kept: AnyLease;
  /** Listens for the one above from before. */
  waiterEnd: Promise<{ error: unknown }>;
};

let cluster: RealCluster;
const opened = new Map<string, Cluster>();
const clients: AnyLock[] = [];
const tag = `{${randomUUID()}}`;
let slot: number;
let era = 'before';
beforeAll(async () => {
  cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  slot = await cluster.slotOf(tag);
}, 60_000);
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  for (const redis of opened.values()) redis.disconnect();
  await cluster.close();
});

/** The connection of one of the processes that take part. */
function connectionOf(process: string): Cluster {
  const known = opened.get(process);
  if (known) return known;
  const redis = new Cluster(cluster.startupNodes);
  redis.on('error', () => {}); // a node is killed
  opened.set(process, redis);
  return redis;
}

function client(create: Kind['create'], process: string): AnyLock {
  const created = create({ redis: connectionOf(process), commandTimeoutMs: COMMAND_TIMEOUT_MS });
  clients.push(created);
  return created;
}

/** Puts every kind of lock under load, has `fail` done to the cluster, and ends when every worker has come through. */
async function under(fail: () => Promise<void>): Promise<Map<string, Story>> {
  const stories = new Map<string, Story>();
  for (const { name, create } of kinds) {
    const id = randomUUID();
    const keys = { load: `${tag}${id}:load`, kept: `${tag}${id}:kept` };
    const kept = await taken(client(create, 'holder'), keys.kept, { leaseMs: LONG_LEASE_MS, watchdog: true });
    const waiting = { waitMs: 60_000, leaseMs: LONG_LEASE_MS };
    const waiter = await startWaiting(client(create, `waiter for a ${name}`), keys.kept, waiting);
    const workers = [1, 2, 3].map((at) => ({
      client: client(create, `worker ${at} of a ${name}`),
      place: () => era,
    }));
    const load = startLoad(workers, { key: keys.load, leaseMs: LEASE_MS, waitMs: WAIT_MS, holdMs: 10 });
    stories.set(name, { keys, load, kept, waiterEnd: endOf(waiter.lease), notResumed: null });
  }
  const loads = [...stories.values()].map(({ load }) => load);
  await until('there is load', () => loads.every(({ holds }) => holds.length > 30));
  expect(await (await cluster.masterOf(slot)).admin.wait(1, 5_000)).toBe(1);
  await fail();
  await cluster.masterOf(slot);
  await Promise.all(
    [...stories.values()].map(async (story) => {
      await story.load.everyWorkerHeld(RESUMED_WITHIN_MS).catch((error) => {
        story.notResumed = error;
      });
      await story.load.stop();
    }),
  );
  return stories;
}

function storyOf(stories: Map<string, Story>, name: string): Story {
  const story = stories.get(name);
  if (!story) throw new Error(`the load of "${name}" did not run`);
  return story;
}

async function expectKept({ kept, keys, waiterEnd }: Story, rival: AnyLock): Promise<void> {
  expect(await rival.tryAcquire(keys.kept)).toBeNull();
  await kept.extend(LONG_LEASE_MS + 1_000);
  expect(kept.signal.aborted).toBe(false);
  await kept.release();
  const releasedMs = performance.now();
  const { error } = await waiterEnd; // its wait ends with an error if Redis was away for longer than its limits
  expect(performance.now() - releasedMs).toBeLessThan(LOOKS_BY_ITSELF_MS);
  if (error) expect(namedErrors([{ error }])).toHaveLength(1);
  // A fair place that was given up while Redis was away is given up again a second later.
  const free = await until('it can be had', () => rival.tryAcquire(keys.kept));
  await free.release();
}

function expectNamedInTime({ load }: Story): void {
  expect(namedErrors(load.failures)).toEqual(load.failures);
  expect(load.longestCallMs()).toBeLessThan(WAIT_MS + COMMAND_TIMEOUT_MS + 3_000);
}

describe('a cluster whose replica takes over as it is asked to, under load:', () => {
  let stories: Map<string, Story>;
  beforeAll(async () => {
    stories = await under(async () => void (await cluster.failover(slot)));
  }, 60_000);

  test.each(kinds)('a $name goes on being acquired by every worker within 10 s', ({ name }) => {
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
      await expectKept(storyOf(stories, name), client(create, 'rival'));
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
  }, 60_000);

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
      await expectKept(storyOf(stories, name), client(create, 'rival'));
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
