import { bytesOf, fromUint8 } from '../domain/bytes';
import { forcedKeyOf } from '../domain/forced';
import { mutexChannelOf } from '../domain/mutex-token';
import { ReplyCode } from '../redis/reply-code';
import { scripts } from '../redis/scripts.generated';
import { createLockClient, type LockClient } from './client';
import { forceReleased } from './force-release';
import { type Lease, leaseOf } from './lease';
import { anyOf } from './listening';
import type { LockClientOptions } from './options';
import { overLink } from './over-link';
import type { LockProtocol } from './protocol';

/**
 * What `forceRelease` compares. `deadlineMs` is for values that are not unique (`1`, say): the key's deadline that was
 * seen, in epoch ms of the Redis server, or `'none'` for a key without TTL.
 */
export type MutexSeen = { token: string | Buffer; deadlineMs?: number | 'none' };

export type Mutex = LockClient<Lease, MutexSeen>;

/**
 * A lock that one holder has at a time: `SET key token NX PX lease` with a token of its own, released and extended only
 * while the token is there. Renewed by a watchdog only where `watchdog: true` says so.
 */
export function createMutex(options: LockClientOptions): Mutex {
  const { link, shared } = overLink(options);
  const protocol: LockProtocol = {
    ...shared.protocol,
    kind: 'mutex',
    async acquire({ key, token, leaseMs }) {
      // The free lock takes one plain command; the script says why that failed, and takes what is free by then.
      if (await link.setIfAbsent(key, token, leaseMs)) return { code: ReplyCode.done, detail: leaseMs };
      return link.run(scripts.acquireString, [key], [token, leaseMs]);
    },
    renew: (key, token, leaseMs) => link.run(scripts.extendString, [key], [token, leaseMs, '']),
    release: async (key, token) =>
      link.run(
        scripts.releaseString,
        [key],
        [token, '', mutexChannelOf(key), await link.publishCommand(), ''],
      ),
    listen: (key) => anyOf([link.subscribe(mutexChannelOf(key)), link.subscribeKeyspace(key)]),
  };
  return createLockClient<Lease, MutexSeen>(options, {
    ...shared,
    protocol,
    newToken: (identity) => identity.mutexToken(),
    renews: (asked) => asked.watchdog ?? options.watchdog ?? false,
    leaseOf,
    async forceRelease(key, { token, deadlineMs = '' }) {
      const seen = typeof token === 'string' ? bytesOf(token) : fromUint8(token);
      const args = [seen, deadlineMs, mutexChannelOf(key), await link.publishCommand(), forcedKeyOf(key)];
      return forceReleased(key, await link.run(scripts.releaseString, [key], args));
    },
  });
}
