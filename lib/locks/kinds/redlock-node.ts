import type { ByteString } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import { ReplyCode } from '../../redis/reply-code';
import { scripts } from '../../redis/scripts.generated';
import type { LockLink } from '../core/link';
import type { LockReply } from '../core/protocol';
import { releaseStringStep, takeString } from './string-steps';

/** One of the masters. What it is asked is not limited in time here: who counts the votes does that. */
export type RedlockNode = {
  acquire(key: ByteString, token: string, leaseMs: number): Promise<LockReply>;
  renew(key: ByteString, token: string, leaseMs: number): Promise<LockReply>;
  /** `quietly` = tells nobody. */
  release(key: ByteString, token: string, quietly?: boolean): Promise<LockReply>;
  forceRelease(key: ByteString, token: string): Promise<LockReply>;
  wasForced(key: ByteString, token: string): Promise<boolean>;
};

/**
 * `restartedWithinMs` = how long the node must have been up to count for a lease of so many ms; null = no matter.
 */
export function createRedlockNode(
  link: LockLink,
  restartedWithinMs: ((leaseMs: number) => number) | null,
): RedlockNode {
  /** When the server was known to be up for long enough for `forMs`, counted in lost connections. */
  let proven = { disconnects: -1, forMs: 0 };

  /** A server cannot restart without losing our connection, so it is asked once for each. */
  async function upLongEnough(leaseMs: number): Promise<boolean> {
    const forMs = restartedWithinMs?.(leaseMs) ?? 0;
    const disconnects = link.disconnects();
    if (forMs === 0 || (proven.disconnects === disconnects && proven.forMs >= forMs)) return true;
    const upMs = await link.uptimeMs();
    if (upMs < forMs || link.disconnects() !== disconnects) return false;
    proven = { disconnects, forMs };
    return true;
  }

  function acquire(key: ByteString, token: string, leaseMs: number): Promise<LockReply> {
    const taken = takeString(link, key, token, leaseMs);
    return restartedWithinMs ? taken.then((reply) => unlessRestarted(reply, key, token, leaseMs)) : taken;
  }

  async function unlessRestarted(
    reply: LockReply,
    key: ByteString,
    token: string,
    leaseMs: number,
  ): Promise<LockReply> {
    if (reply.code !== ReplyCode.done || (await upLongEnough(leaseMs))) return reply;
    void releaseStringStep(link, key, token).catch(() => {}); // else its lease ends it
    return { code: ReplyCode.otherHolder, detail: leaseMs };
  }

  return {
    acquire,
    renew: (key, token, leaseMs) => link.renew(scripts.renewVote, [key], [token, leaseMs]),
    release: (key, token, quietly = false) =>
      quietly ? link.run(scripts.releaseString, [key], [token]) : releaseStringStep(link, key, token),
    forceRelease: (key, token) => releaseStringStep(link, key, token, '', forcedKeyOf(key, token)),
    wasForced: async (key, token) => (await link.get(forcedKeyOf(key, token))) !== null,
  };
}
