import type { Seen } from '../../contract/actions';
import { QUARANTINE_GRACE_MS } from '../../contract/limits';
import type { ByteString } from '../../domain/keys/bytes';
import { ConsoleError } from '../../domain/values/errors';
import { type QuarantinePlans, quarantinePlans } from '../../formats/core/quarantine';
import type { AnyRedis } from '../../redis/connection';
import { ReplyCode } from '../../redis/reply-code';
import { unsupportedError } from '../plan/unsupported';
import { doneOrThrow, listenersOf, type PerformOptions, performAction, runPlan } from './perform-action';

/** The operator's token has the lock no more. */
const OVER: ReadonlySet<ReplyCode> = new Set([
  ReplyCode.absent,
  ReplyCode.otherHolder,
  ReplyCode.wrongType,
  ReplyCode.countDiffers,
  ReplyCode.otherFields,
]);

/** `release` frees what the operator's token has, by the lock's own protocol; resolves with the waiters that it woke. */
export type Quarantined = {
  outcome: 'quarantined';
  woken: null;
  release(): Promise<number | null>;
};

/**
 * Puts `token`, of which there is no other, in the place of a holder who still has the lock exactly as seen: from then on the
 * holder's renewals and its release find another token, and nobody who waits can begin. It ends by `release`, or else by its
 * TTL, `QUARANTINE_GRACE_MS` after `quarantineMs`. Throws `quarantine-unsupported` where the format does not allow it, and the rest
 * as `releaseLock`; `release` throws `changed` when the operator's token has it no more.
 */
export async function quarantineLock(
  redis: AnyRedis,
  key: ByteString,
  seen: Seen,
  { token, quarantineMs }: { token: ByteString; quarantineMs: number },
  options: PerformOptions,
): Promise<Quarantined> {
  const operator = { token, ttlMs: quarantineMs + QUARANTINE_GRACE_MS };
  let free: QuarantinePlans['free'] = () => null;
  const { lock, reply } = await performAction(redis, key, seen, options, (format, act) => {
    const plans = quarantinePlans(format, act, operator);
    if (!plans) throw unsupportedError(format, 'quarantine', key);
    free = plans.free;
    return plans.swap;
  });
  doneOrThrow(reply);
  const { format } = lock.recognised;

  async function release(): Promise<number | null> {
    const { publish, waiting } = await listenersOf(redis, format, key);
    const plan = free(publish);
    if (!plan) throw unsupportedError(format, 'release', key);
    const freed = await runPlan(redis, plan);
    if (OVER.has(freed.code)) {
      const text = 'The quarantine had ended before; nothing was touched.';
      throw new ConsoleError('changed', text, { reply: freed.code });
    }
    const reached = doneOrThrow(freed);
    return waiting === null ? null : Math.min(reached, waiting);
  }

  return { outcome: 'quarantined', woken: null, release };
}
