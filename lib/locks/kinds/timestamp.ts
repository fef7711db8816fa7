import { bytesOf } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import { LockError } from '../../domain/values/lock-error';
import { ReplyCode } from '../../redis/reply-code';
import { toWire } from '../../redis/run-script';
import { scripts } from '../../redis/scripts.generated';
import { clientChecks, text } from '../core/checks';
import { createLockClient, type LockClient } from '../core/client';
import { type Lease, leaseOf } from '../core/lease/lease';
import type { LockClientOptions } from '../core/options';
import { overLink } from '../core/over-link';
import type { LockProtocol, LockReply } from '../core/protocol';
import { anyOf } from '../core/wait/listening';
import { forceReleased } from './force-release';

/** What `forceRelease` compares: the value that was seen, a deadline in epoch ms. */
export type TimestampSeen = { token: string };

export type TimestampLock = LockClient<Lease, TimestampSeen>;

/**
 * The lock of the SETNX era, to share a key with programs that still write it: `SETNX key <deadline>`, and whoever finds a
 * deadline that has passed takes the lock over with GETSET. Use `createMutex` for anything else. It is unsafe when:
 * - clocks differ: the deadline is the holder's clock and is judged by the waiter's. A client whose clock is ahead by more
 *   than what is left takes a lock that is held, and both work;
 * - several take over at once: the losers' GETSET has already moved the winner's deadline. The winner no longer finds its
 *   own value, cannot release (the release reports `lost`), and the lock stays until the last loser's deadline;
 * - two acquisitions fall on one millisecond with one lease: they have the same value, and one may release the other's.
 * The key has no TTL. Nothing renews it: `extend` and `watchdog: true` fail with `extend-unsupported`.
 */
export function legacyTimestampLock(options: LockClientOptions): TimestampLock {
  const { link, shared } = overLink(options, clientChecks);
  const wire = (key: string) => toWire(key) as string;
  const { redis } = options;

  async function takeOver(key: string, token: string): Promise<LockReply> {
    if (Number(await redis.setnx(wire(key), token)) === 1) return { code: ReplyCode.done, detail: 0 };
    const seen = await redis.get(wire(key));
    if (seen === null) return busyUntil(Date.now());
    if (!isDeadline(seen)) return { code: ReplyCode.wrongType, detail: 0 };
    if (Number(seen) >= Date.now()) return busyUntil(Number(seen));
    const replaced = await redis.getset(wire(key), token);
    if (replaced === seen || replaced === null) return { code: ReplyCode.done, detail: 0 };
    return busyUntil(Number(token)); // another was faster, and its deadline is now ours
  }

  const unsupported = async (): Promise<never> => {
    throw new LockError('extend-unsupported', 'A timestamp lock cannot be renewed or extended');
  };
  const protocol: LockProtocol = {
    ...shared.protocol,
    kind: 'timestamp',
    acquire: ({ key, token }) => takeOver(key, token),
    renew: unsupported,
    release: (key, token) => link.run(scripts.releaseString, [key], [token]),
    listen: (key) => anyOf([link.subscribeKeyspace(key)]),
  };
  return createLockClient<Lease, TimestampSeen>(options, {
    ...shared,
    protocol,
    newToken: (_, leaseMs) => String(Date.now() + leaseMs),
    fixed: true,
    leaseOf,
    seen: { token: text },
    forceRelease: async (key, { token }) =>
      forceReleased(
        key,
        await link.run(scripts.releaseString, [key], [bytesOf(token), '', '', '', forcedKeyOf(key, token)]),
      ),
  });
}

function isDeadline(value: string): boolean {
  return /^\d{1,16}(?:\.\d+)?$/.test(value);
}

function busyUntil(deadlineMs: number): LockReply {
  return {
    code: ReplyCode.otherHolder,
    detail: Math.max(Math.ceil(deadlineMs - Date.now()), 0),
    silent: true,
  };
}
