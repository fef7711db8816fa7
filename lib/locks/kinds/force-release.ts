import { type ByteString, displayOf } from '../../domain/keys/bytes';
import { LockError } from '../../domain/values/lock-error';
import { ReplyCode } from '../../redis/reply-code';
import type { ScriptReply } from '../../redis/run-script';

/** Reply of a force-release script as the client tells it. */
export function forceReleased(key: ByteString, { code, detail }: ScriptReply): { woken: number } {
  if (code === ReplyCode.done) return { woken: detail };
  const details = { key: displayOf(key).text, reply: code };
  if (code === ReplyCode.absent) throw new LockError('not-held', 'Nobody holds the lock', details);
  throw new LockError('changed', 'The lock is not held as it was seen; nothing was done', details);
}
