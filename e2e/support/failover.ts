import { expect } from 'vitest';
import type { LockRedis } from '../../lib/locks';
import type { AnyLease, AnyLock, Kind } from '../../lib/locks/faults/kinds';
import { endOf, namedErrors } from '../../lib/locks/faults/named-errors';
import { startWaiting, taken } from './lease-of';
import { type Load, type LoadWorker, startLoad } from './lock-load';

export const LEASE_MS = 3_000;
export const LONG_LEASE_MS = 20_000;
const WAIT_MS = 5_000;
/** A server that is up answers within this, however busy the machine is. */
const COMMAND_TIMEOUT_MS = 5_000;
const RESUMED_WITHIN_MS = 30_000;
/** Less than the time after which a waiter looks without having heard anything. */
const LOOKS_BY_ITSELF_MS = 8_000;

/** What one kind of lock goes through in a failover. */
export type Story = {
  load: Load;
  /** Why not every worker had the lock again in time, or null. */
  notResumed: unknown;
  kept: Kept;
};

/** A lease held from before to after, and how the wait of one that listens for it from before ended. */
type Kept = { key: string; lease: AnyLease; waiterEnd: Promise<{ error: unknown }> };

/** The processes that take part: each has one connection, made by `connect`, and locks of every kind. */
export function createProcesses<R extends LockRedis>(connect: () => R) {
  const opened = new Map<string, R>();
  const clients: AnyLock[] = [];

  function connectionOf(process: string): R {
    const known = opened.get(process);
    if (known) return known;
    const redis = connect();
    redis.on('error', () => {}); // its server goes away
    opened.set(process, redis);
    return redis;
  }

  return {
    connectionOf,
    client(create: Kind['create'], process: string): AnyLock {
      const created = create({ redis: connectionOf(process), commandTimeoutMs: COMMAND_TIMEOUT_MS });
      clients.push(created);
      return created;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      for (const redis of opened.values()) redis.disconnect();
    },
  };
}

export function startFailoverLoad(workers: readonly LoadWorker[], key: string): Load {
  return startLoad(workers, { key, leaseMs: LEASE_MS, waitMs: WAIT_MS, holdMs: 10 });
}

export async function startKeeping(key: string, holder: AnyLock, waiter: AnyLock): Promise<Kept> {
  const lease = await taken(holder, key, { leaseMs: LONG_LEASE_MS, watchdog: true });
  const waiting = await startWaiting(waiter, key, { waitMs: 60_000, leaseMs: LONG_LEASE_MS });
  return { key, lease, waiterEnd: endOf(waiting.lease) };
}

/** Notes in `story` whether every worker has the lock again in time. */
export async function resume(story: Story): Promise<void> {
  if (story.notResumed) return;
  await story.load.everyWorkerHeld(RESUMED_WITHIN_MS).catch((error) => {
    story.notResumed = error;
  });
}

export function storyOf<S extends Story>(stories: ReadonlyMap<string, S>, name: string): S {
  const story = stories.get(name);
  if (!story) throw new Error(`the load of "${name}" did not run`);
  return story;
}

/** It is still held, its lease can be extended, and its release wakes who waits. */
export async function expectKept({ key, lease, waiterEnd }: Kept, rival: AnyLock): Promise<void> {
  expect(await rival.tryAcquire(key)).toBeNull();
  await lease.extend(LONG_LEASE_MS + 1_000);
  expect(lease.signal.aborted).toBe(false);
  await lease.release();
  const releasedMs = performance.now();
  const { error } = await waiterEnd; // its wait ends with an error if Redis was away for longer than its limits
  expect(performance.now() - releasedMs).toBeLessThan(LOOKS_BY_ITSELF_MS);
  if (error) expect(namedErrors([{ error }])).toHaveLength(1);
}

/** Every call ended in time; those that failed say why. */
export function expectNamedInTime({ load }: Story): void {
  expect(namedErrors(load.failures)).toEqual(load.failures);
  expect(load.longestCallMs()).toBeLessThan(WAIT_MS + COMMAND_TIMEOUT_MS + 10_000);
}
