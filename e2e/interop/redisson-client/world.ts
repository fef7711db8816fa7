import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { LockRedis } from '../../../lib/locks/core/arguments';
import type { PubsubMode } from '../../../lib/locks/core/link';
import { until } from '../../support/redis-server';
import { type OurParty, ourParty } from '../our-party';
import { type SharedKind, taken } from '../party';
import type { Place } from '../places';
import type { Program } from '../program';
import { connectProgram, type ProgramParty } from '../program-party';

/** Lease of what is held under a watchdog, on both sides, ms. */
export const WATCHDOG_MS = 3_000;
/** A lease that no test waits out. */
export const LONG_MS = 60_000;

/** Redisson and our client on the same servers. */
export type World = {
  place: Place;
  version: string;
  /** How ours must tell and hear of releases, so that this Redisson does as well. */
  pubsub: PubsubMode;
  ours: OurParty;
  redisson: ProgramParty;
  /** Nobody's own: to look, and to do what neither side does. */
  redis: LockRedis;
  close(): Promise<void>;
};

export type Side = 'ours' | 'redisson';

/** Who has it first, who comes second. */
export const DIRECTIONS: readonly [Side, Side][] = [
  ['redisson', 'ours'],
  ['ours', 'redisson'],
];

export async function openWorld(name: string, place: Place, program: Program): Promise<World> {
  const { nodes, cluster } = place;
  const redisson = await connectProgram(program, {
    connection: name,
    nodes,
    cluster,
    watchdogMs: WATCHDOG_MS,
    awaitsReplicas: false, // else a replica that is late costs locks: see frozen-replicas.test.ts
  });
  const [ourRedis, redis] = [place.connect(), place.connect()];
  const pubsub = await pubsubOf(place, program.version, redisson);
  const ours = ourParty({ redis: ourRedis, leaseMs: WATCHDOG_MS, pubsub });
  return {
    place,
    version: program.version,
    pubsub,
    ours,
    redisson,
    redis,
    async close() {
      await ours.close();
      ourRedis.disconnect();
      redis.disconnect();
    },
  };
}

/**
 * 3.22 to 3.27 ask any one master of a cluster whether it knows SPUBLISH, for a channel that only one of them serves: each
 * process chooses by chance, and a fleet of them may not agree. What this one chose is seen where it listens.
 */
async function pubsubOf(place: Place, version: string, redisson: ProgramParty): Promise<PubsubMode> {
  if (!place.cluster || isOlder(version, 3, 22) || !isOlder(version, 3, 28)) return 'auto';
  const key = newKey();
  const lease = await taken(redisson, 'reentrant', key, { leaseMs: LONG_MS });
  const waiting = await redisson.wait('reentrant', key);
  const { sharded } = await place.subscriptions(key);
  await lease.release();
  await (await waiting.held).release();
  return sharded > 0 ? 'sharded' : 'classic';
}

/** Whether a version comes before `major.minor`. */
export function isOlder(version: string, major: number, minor: number): boolean {
  const [ofMajor = 0, ofMinor = 0] = version.split('.').map(Number);
  return ofMajor < major || (ofMajor === major && ofMinor < minor);
}

export function newKey(): string {
  return `order:${randomUUID()}`;
}

/** A new name for a lock; a semaphore has one permit. */
export async function newLock({ redisson }: World, kind: SharedKind): Promise<string> {
  const key = newKey();
  if (kind === 'permit') await redisson.setPermits(key, 1);
  return key;
}

/** Passes `ms` on the server's clock: for what must not happen meanwhile. */
export async function serverTime({ redis }: World, ms: number): Promise<void> {
  const clock = `clock:${randomUUID()}`;
  await redis.set(clock, '', 'PX', ms);
  await until(`${ms} ms passed`, async () => (await redis.exists(clock)) === 0, ms + 10_000);
}

/** Waits until nothing named after `key` is left but `expected`, and nobody listens for it. */
export async function expectLeft({ place }: World, key: string, expected: string[]): Promise<void> {
  await expect.poll(() => keysLeft(place, key), { timeout: 5_000 }).toEqual(expected);
  await expect.poll(() => place.subscriptions(key), { timeout: 5_000 }).toEqual({ classic: 0, sharded: 0 });
}

/** Redisson deletes its unlock latches some time after its unlock; we remember for a minute what was freed by force. */
const PASSING = ['redisson_unlock_latch:', 'lockscope_forced:'];

async function keysLeft(place: Place, key: string): Promise<string[]> {
  return (await place.keysLike(key)).filter((name) => !PASSING.some((prefix) => name.startsWith(prefix)));
}

/** What a lock leaves for ever: a fenced one its counter, a semaphore its free permits. */
export function lastingKeys(kind: SharedKind, key: string): string[] {
  if (kind === 'fenced') return [`redisson_lock_token:{${key}}`];
  return kind === 'permit' ? [key] : [];
}
