import type { ByteString } from '../../domain/keys/bytes';
import { mutexChannelOf } from '../../domain/keys/mutex-token';
import { ReplyCode } from '../../redis/reply-code';
import { scripts } from '../../redis/scripts.generated';
import type { LockLink } from '../core/link';
import type { LockReply } from '../core/protocol';

/**
 * Takes a mutex on one Redis. The free lock takes one plain command; the script says why that failed, and takes what is
 * free by then.
 */
export function takeString(
  link: LockLink,
  key: ByteString,
  token: string,
  leaseMs: number,
): Promise<LockReply> {
  return link.setIfAbsent(key, token, leaseMs).then((reply): LockReply | Promise<LockReply> => {
    if (reply === 'OK') return { code: ReplyCode.done, detail: leaseMs };
    return link.run(scripts.acquireString, [key], [token, leaseMs]).then(withSilence);
  });
}

/** A token that is not of our mutexes is of a holder that publishes nothing. */
function withSilence(reply: LockReply): LockReply {
  return reply.text === undefined ? reply : { ...reply, silent: !reply.text.startsWith('ls1.') };
}

/** Gives a mutex back on one Redis and tells its waiters. `more` = further arguments of the script. */
export function releaseStringStep(
  link: LockLink,
  key: ByteString,
  token: ByteString,
  ...more: (ByteString | number)[]
): Promise<LockReply> {
  return link.publishingBy((command) => {
    const args: (ByteString | number)[] = [token, mutexChannelOf(key)];
    // What is left out need not be sent.
    if (command !== 'PUBLISH' || more.length > 0) args.push(command, ...more);
    return link.run(scripts.releaseString, [key], args);
  });
}
