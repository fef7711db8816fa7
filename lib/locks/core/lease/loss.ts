import type { ByteString } from '../../../domain/keys/bytes';
import { ReplyCode } from '../../../redis/reply-code';
import type { LockProtocol } from '../protocol';
import { answerOf, unlimited } from '../wait/wait';

/**
 * Why a lease was lost. `absent`: the key is gone; `taken`: another has the lock; `force-released`: an operator freed it
 * with Lockscope; `expired`: the lease passed here without a renewal, whatever Redis has; `max-hold-time`: it was held
 * longer than the caller allows; `client-closed`.
 */
export type LossReason =
  | 'expired'
  | 'absent'
  | 'taken'
  | 'force-released'
  | 'max-hold-time'
  | 'client-closed';

/** How long the reason of a loss is looked up, ms, before the loss is reported without it. */
const REASON_LIMIT_MS = 250;

/** Why the lock of this token was lost; `code` = reply of the script that found the loss. */
export async function lossReason(
  { key, token, protocol }: { key: ByteString; token: string; protocol: LockProtocol },
  code: number,
): Promise<LossReason> {
  const asked = protocol.wasForced?.(key, token) ?? Promise.resolve(false);
  const forced = await answerOf(unlimited(key), asked, REASON_LIMIT_MS).catch(() => false);
  if (forced) return 'force-released';
  if (code === ReplyCode.leaseEnded) return 'expired';
  return code === ReplyCode.absent ? 'absent' : 'taken';
}
