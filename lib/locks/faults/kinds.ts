import type { Redis } from 'ioredis';
import { bytesOf } from '../../domain/keys/bytes';
import { permitDeadlinesOf } from '../../domain/keys/redisson-names';
import {
  createFair,
  createFenced,
  createMultiLock,
  createMutex,
  createReadWrite,
  createReentrant,
  createSemaphore,
  type Lease,
  type LockClient,
  type LockClientOptions,
} from '../index';

/** A lease of any kind of lock. */
export type AnyLease = Lease<unknown>;

/** A client of any kind of lock, as far as all kinds share it. */
export type AnyLock = Omit<LockClient<AnyLease, never, string>, 'forceRelease' | 'using'>;

export type Kind = {
  name: string;
  create(options: LockClientOptions): AnyLock;
  /** Its scripts name several keys, which a cluster refuses (TRYAGAIN) while their slot is between two nodes. */
  severalKeys?: true;
  /** When the lease of the one holder ends, epoch ms of the server. Default: when the key does. */
  leaseEndMs?(redis: Redis, key: string): Promise<number>;
};

/** Every kind of lock that can have one holder at a time: each fault test runs for each of them. */
export const kinds: readonly Kind[] = [
  { name: 'mutex', create: createMutex },
  { name: 'reentrant lock', create: createReentrant },
  { name: 'fair lock', create: fairLock, severalKeys: true },
  { name: 'fenced lock', create: createFenced, severalKeys: true },
  { name: 'write lock', create: writeLock, severalKeys: true },
  { name: 'semaphore', create: oneAtATime, severalKeys: true, leaseEndMs: permitEndMs },
  { name: 'multi-lock', create: lockOfTwo },
];

export function leaseEndMs(kind: Kind, redis: Redis, key: string): Promise<number> {
  return kind.leaseEndMs ? kind.leaseEndMs(redis, key) : redis.pexpiretime(key);
}

/**
 * Replicas may know a waiter that was served long ago, and wait for it as long as for one that died: after a failover a
 * fair lock may stand still for `queueMs`, which is 5 minutes unless it is said.
 */
function fairLock(options: LockClientOptions): AnyLock {
  return createFair({ ...options, queueMs: 1_500 });
}

function writeLock(options: LockClientOptions): AnyLock {
  const { write, close } = createReadWrite(options);
  return { ...write, close, [Symbol.asyncDispose]: close };
}

function oneAtATime(options: LockClientOptions): AnyLock {
  return createSemaphore({ ...options, permits: 1 });
}

function lockOfTwo(options: LockClientOptions): AnyLock {
  const client = createMultiLock(options);
  const members = (key: string) => [key, `${key}:second`];
  return {
    ...client,
    tryAcquire: (key, asked) => client.tryAcquire(members(key), asked),
    acquire: (key, asked) => client.acquire(members(key), asked),
  };
}

async function permitEndMs(redis: Redis, key: string): Promise<number> {
  const [, score] = await redis.zrange(permitDeadlinesOf(bytesOf(key)), 0, '0', 'WITHSCORES');
  return Number(score ?? -2);
}
