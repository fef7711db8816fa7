import type { ByteString } from '../domain/bytes';
import { forcedKeyOf } from '../domain/forced';
import { ReplyCode } from '../redis/reply-code';
import { scripts } from '../redis/scripts.generated';
import type { Link } from './link';
import type { LockReply } from './protocol';
import { releaseString, takeString } from './string-steps';
import { answerOf, unlimited } from './wait';

/** What one node said. `failed`: it gave no usable answer in time, whatever it may still do. */
export type Vote =
  | { vote: 'yes'; ttlMs: number }
  | { vote: 'no'; ttlMs: number; reply: LockReply }
  | { vote: 'failed'; error: unknown };

export type RedlockNodeOptions = {
  nodeTimeoutMs: number;
  /** How long a node must have been up to count for a lease of so many ms; null = no matter. */
  restartedWithinMs: ((leaseMs: number) => number) | null;
};

/** One of the masters. No vote rejects; every vote is given within the node's time limit. */
export type RedlockNode = {
  /** `call` is the command itself, which may end later than its vote. */
  acquire(key: ByteString, token: string, leaseMs: number): { vote: Promise<Vote>; call: Promise<LockReply> };
  renew(key: ByteString, token: string, leaseMs: number): Promise<Vote>;
  /** `quietly` = tells nobody. */
  release(key: ByteString, token: string, quietly?: boolean): Promise<Vote>;
  forceRelease(key: ByteString, token: string): Promise<Vote>;
  wasForced(key: ByteString, token: string): Promise<boolean>;
};

export function createRedlockNode(link: Link, options: RedlockNodeOptions): RedlockNode {
  const { nodeTimeoutMs, restartedWithinMs } = options;
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

  function within(key: ByteString, call: Promise<LockReply>): Promise<Vote> {
    return answerOf(unlimited(key), call, nodeTimeoutMs).then(voteOf, failedOf);
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
    void releaseString(link, key, token).catch(() => {}); // else its lease ends it
    return { code: ReplyCode.otherHolder, detail: leaseMs };
  }

  return {
    acquire(key, token, leaseMs) {
      const call = acquire(key, token, leaseMs);
      return { vote: within(key, call), call };
    },
    renew: (key, token, leaseMs) => within(key, link.run(scripts.renewVote, [key], [token, leaseMs])),
    release: (key, token, quietly = false) =>
      within(
        key,
        quietly ? link.run(scripts.releaseString, [key], [token]) : releaseString(link, key, token),
      ),
    forceRelease: (key, token) => within(key, releaseString(link, key, token, '', forcedKeyOf(key, token))),
    wasForced: async (key, token) => (await link.get(forcedKeyOf(key, token))) !== null,
  };
}

function voteOf(reply: LockReply): Vote {
  if (reply.code === ReplyCode.done) return { vote: 'yes', ttlMs: reply.detail };
  return { vote: 'no', ttlMs: reply.detail, reply };
}

function failedOf(error: unknown): Vote {
  return { vote: 'failed', error };
}
