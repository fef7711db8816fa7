import { bytesOf, fromUint8 } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import { mutexChannelOf } from '../../domain/keys/mutex-token';
import { scripts } from '../../redis/scripts.generated';
import { positiveMs } from '../core/arguments';
import { type Checks, clientChecks, text } from '../core/checks';
import { createLockClient, type LockClient } from '../core/client';
import { type Lease, leaseOf } from '../core/lease/lease';
import type { LockClientOptions } from '../core/options';
import { overLink } from '../core/over-link';
import type { LockProtocol } from '../core/protocol';
import { withHint } from '../core/wait/listening';
import { forceReleased } from './force-release';
import { releaseStringStep, takeString } from './string-steps';

/**
 * What `forceRelease` compares. `deadlineMs` is for values that are not unique (`1`, say): the key's deadline that was
 * seen, in epoch ms of the Redis server, or `'none'` for a key without TTL.
 */
export type MutexSeen = { token: string | Buffer; deadlineMs?: number | 'none' };

export type Mutex = LockClient<Lease, MutexSeen>;

const seen: Checks<MutexSeen> = {
  token: (name: string, token: unknown) => Buffer.isBuffer(token) || text(name, token),
  deadlineMs: (name: string, ms: number | 'none' | undefined) => {
    if (ms !== undefined && ms !== 'none') positiveMs(name, ms);
  },
};

/**
 * A lock that one holder has at a time: `SET key token NX PX lease` with a token of its own, released and extended only
 * while the token is there. Renewed by the watchdog unless `watchdog: false` says otherwise.
 */
export function createMutex(options: LockClientOptions): Mutex {
  const { link, shared } = overLink(options, clientChecks);
  const protocol: LockProtocol = {
    ...shared.protocol,
    kind: 'mutex',
    acquire: ({ key, token, leaseMs }) => takeString(link, key, token, leaseMs),
    renew: (key, token, leaseMs) => link.renew(scripts.extendString, [key], [token, leaseMs, '']),
    release: (key, token) => releaseStringStep(link, key, token),
    listen: (key) => withHint(link.subscribe(mutexChannelOf(key)), link.subscribeKeyspace(key)),
  };
  return createLockClient<Lease, MutexSeen>(options, {
    ...shared,
    protocol,
    newToken: (identity) => identity.mutexToken(),
    leaseOf,
    seen,
    async forceRelease(key, { token, deadlineMs = '' }) {
      const bytes = typeof token === 'string' ? bytesOf(token) : fromUint8(token);
      return forceReleased(
        key,
        await releaseStringStep(link, key, bytes, deadlineMs, forcedKeyOf(key, bytes)),
      );
    },
  });
}
