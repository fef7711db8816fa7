import type { Seen } from '../../contract/actions';
import type { ByteString } from '../../domain/keys/bytes';
import { ConsoleError } from '../../domain/values/errors';
import type { AnyRedis } from '../../redis/connection';
import { ReplyCode } from '../../redis/reply-code';
import { unsupportedError } from '../plan/unsupported';
import { doneOrThrow, type PerformOptions, performAction } from './perform-action';

/** The longest lease that may be given: a lock extended by mistake cannot be shortened again. */
export const MAX_LEASE_MS = 24 * 3_600_000;

/** `ttlMs` = the TTL afterwards: the lease, or what was left when that was longer. */
export type Extended = { outcome: 'extended'; woken: null; ttlMs: number };

/**
 * Raises the TTL of a lock that is still held exactly as seen; never shortens it. Throws `invalid-argument` for a lease that
 * is no whole number of milliseconds up to `MAX_LEASE_MS`, `extend-unsupported` (also for a lock that never expires), and
 * the rest as `releaseLock`.
 */
export async function extendLock(
  redis: AnyRedis,
  key: ByteString,
  seen: Seen,
  leaseMs: number,
  options: PerformOptions,
): Promise<Extended> {
  checkLease(leaseMs);
  const { reply } = await performAction(redis, key, seen, options, (format, act) => {
    const plan = format.extend?.(act, leaseMs);
    if (!plan) throw unsupportedError(format, 'extend', key);
    return plan;
  });
  if (reply.code === ReplyCode.neverExpires) {
    throw new ConsoleError('extend-unsupported', 'the lock never expires: there is nothing to extend');
  }
  if (reply.code === ReplyCode.leaseEnded) {
    throw new ConsoleError('extend-unsupported', 'its lease has ended: there is nothing to extend');
  }
  return { outcome: 'extended', woken: null, ttlMs: doneOrThrow(reply) };
}

/** Throws `invalid-argument` when this is no lease that a lock may be given. */
export function checkLease(leaseMs: number): void {
  if (Number.isInteger(leaseMs) && leaseMs > 0 && leaseMs <= MAX_LEASE_MS) return;
  throw new ConsoleError(
    'invalid-argument',
    `a lease is a whole number of milliseconds from 1 to ${MAX_LEASE_MS}`,
  );
}
