import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { bytesOf, fromUint8 } from '../domain/bytes';
import { mutexChannelOf, mutexTokens } from '../domain/mutex-token';
import { runScript } from '../redis/run-script';
import { scripts } from '../redis/scripts.generated';
import { createLockClient, type LockClient, type LockClientOptions } from './client';
import { forceReleased } from './force-release';
import { type Lease, leaseOf } from './lease';
import type { LockProtocol } from './protocol';

/**
 * What `forceRelease` compares. `deadlineMs` is for values that are not unique (`1`, say): the key's deadline that was
 * seen, in epoch ms of the Redis server, or `'none'` for a key without TTL.
 */
export type MutexSeen = { token: string | Buffer; deadlineMs?: number | 'none' };

export type Mutex = LockClient<Lease, MutexSeen>;

const tokenOf = mutexTokens({ processId: randomUUID(), pid: process.pid, host: hostname() });
let tokens = 0;

/**
 * A lock that one holder has at a time: `SET key token NX PX lease` with a token of its own, released and extended
 * only while the token is there. Renewed by a watchdog only where `watchdog: true` says so.
 */
export function createMutex(options: LockClientOptions): Mutex {
  const { redis } = options;
  const protocol: LockProtocol = {
    channelOf: mutexChannelOf,
    acquire: (key, token, leaseMs) => runScript(redis, scripts.acquireString, [key], [token, leaseMs]),
    renew: (key, token, leaseMs) => runScript(redis, scripts.extendString, [key], [token, leaseMs, '']),
    release: (key, token) =>
      runScript(redis, scripts.releaseString, [key], [token, '', mutexChannelOf(key), 'PUBLISH']),
  };
  return createLockClient<Lease, MutexSeen>(options, {
    protocol,
    newToken: () => tokenOf(++tokens),
    renews: (asked) => asked.watchdog ?? options.watchdog ?? false,
    leaseOf,
    async forceRelease(key, { token, deadlineMs = '' }) {
      const args = [
        typeof token === 'string' ? bytesOf(token) : fromUint8(token),
        deadlineMs,
        mutexChannelOf(key),
        'PUBLISH',
      ];
      return forceReleased(key, await runScript(redis, scripts.releaseString, [key], args));
    },
  });
}
