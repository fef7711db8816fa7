import type { Seen } from '../../contract/actions';
import type { ByteString } from '../../domain/keys/bytes';
import type { AnyRedis } from '../../redis/connection';
import { ReplyCode } from '../../redis/reply-code';
import { unsupportedError } from '../plan/unsupported';
import { doneOrThrow, type PerformOptions, performAction } from './perform-action';

/**
 * `woken` = clients that wait for the release and got its message, which subscribers by pattern, such as this console, get too;
 * null = the format publishes nothing, or Redis does not say who waits.
 */
export type Released = { outcome: 'released'; woken: number | null };

/**
 * Frees a lock that is still held exactly as seen, by its own protocol, so that its waiters wake; otherwise touches nothing.
 * Throws `changed` with before and after, `release-unsupported`, `denied`, `node-down`, and `timed-out` when it cannot be
 * known whether it happened.
 */
export async function releaseLock(
  redis: AnyRedis,
  key: ByteString,
  seen: Seen,
  options: PerformOptions,
): Promise<Released> {
  const { lock, reply, waiting } = await performAction(redis, key, seen, options, (format, act) => {
    const plan = format.release?.(act);
    if (!plan) throw unsupportedError(format, 'release', key);
    return plan;
  });
  // Other holders stay, or its lease had ended before.
  const detail = doneOrThrow(reply, ReplyCode.stillHeld, ReplyCode.leaseEnded);
  const reached = reply.code === ReplyCode.stillHeld ? 0 : detail;
  const isCounted = lock.recognised.format.channels !== undefined && waiting !== null;
  return { outcome: 'released', woken: isCounted ? Math.min(reached, waiting) : null };
}
