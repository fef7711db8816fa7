import type { Redis } from 'ioredis';
import { bytesOf } from '../../../lib/domain/keys/bytes';
import { slugOf } from '../../../lib/domain/keys/lock-id';
import { fairDeadlinesOf, fairQueueOf, permitDeadlinesOf } from '../../../lib/domain/keys/redisson-names';

const OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const OTHER = '55cd3d43-03b0-4cd8-8966-8bbd088f8c58:31';
const WAITER = '17ab3d43-03b0-4cd8-8966-8bbd088f8c58:2';
const LEASE_MS = 600_000;

/** One lock of each type that is read in its own way. */
export const KEYS = {
  hash: 'stock:{wh-07}:lock',
  string: 'invoice:lock',
  fair: 'payout:lock',
  permits: 'downloads:lock',
  forever: 'cron:lock',
} as const;

export const HOLDER = OWNER;

/** Nobody ever had it. */
export const ABSENT_KEY = 'never:lock';

/** What an application has in Redis when the fault comes: holders, one who waits in a queue, one without a TTL. */
export async function takeLocks(redis: Redis): Promise<void> {
  const permit = Buffer.from('0fc231521bc67967f3c288a4935288fa', 'hex');
  await redis
    .multi()
    .hset(KEYS.hash, OWNER, 1)
    .pexpire(KEYS.hash, LEASE_MS)
    .set(KEYS.string, 'c41f'.repeat(8), 'PX', LEASE_MS)
    .rpush(fairQueueOf(KEYS.fair), WAITER)
    .zadd(fairDeadlinesOf(KEYS.fair), Date.now() + LEASE_MS, WAITER)
    .hset(KEYS.fair, OTHER, 1)
    .pexpire(KEYS.fair, LEASE_MS)
    .set(KEYS.permits, 1)
    .zadd(permitDeadlinesOf(KEYS.permits), Date.now() + LEASE_MS, permit)
    .set(KEYS.forever, '1')
    .exec();
}

export const lockId = (target: string, key: string) => `${target}.0.${slugOf(bytesOf(key))}`;

/** Where the page of a lock of `target` is, with the key as a person types it. */
export const lockPath = (target: string, key: string) => `/locks/${target}.0/${encodeURIComponent(key)}`;
