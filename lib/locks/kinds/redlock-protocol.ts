import { type ByteString, displayOf } from '../../domain/keys/bytes';
import { driftMs, quorumOf } from '../../domain/locks/redlock';
import { LockError } from '../../domain/values/lock-error';
import { ReplyCode } from '../../redis/reply-code';
import type { LockProtocol, LockReply } from '../core/protocol';
import { monotonicMs } from '../core/timers';
import { noAnswer } from '../core/wait/wait';
import { collectVotes, type VotesCounted } from './quorum';
import type { RedlockNode } from './redlock-node';

type Calls = Required<Pick<LockProtocol, 'kind' | 'acquire' | 'renew' | 'release' | 'wasForced'>> & {
  forceRelease(key: ByteString, token: string): Promise<{ woken: number }>;
};

type RedlockProtocolOptions = {
  settle: 'quorum' | 'all';
  retryDelayMs: number;
  /** How long one node may take, ms. */
  nodeTimeoutMs: number;
  /** As `LockProtocol.problem`. */
  problem(): unknown;
};

/** Redlock's rules: what the votes of the nodes mean together. */
export function redlockProtocol(nodes: readonly RedlockNode[], options: RedlockProtocolOptions): Calls {
  const { settle, retryDelayMs, nodeTimeoutMs, problem } = options;
  const quorum = quorumOf(nodes.length);
  /** So many that the others make no quorum. */
  const blocking = nodes.length - quorum + 1;

  const reached = ({ yes }: VotesCounted) => yes >= quorum;
  const outOfReach = ({ no, failed }: VotesCounted) => no + failed >= blocking;
  const decided = (count: VotesCounted) => reached(count) || outOfReach(count);

  function releaseAll(key: ByteString, token: string): Promise<LockReply>[] {
    return nodes.map((node) => node.release(key, token));
  }

  async function acquire(key: ByteString, token: string, leaseMs: number): Promise<LockReply> {
    const startedMs = monotonicMs();
    const calls = nodes.map((node) => node.acquire(key, token, leaseMs));
    const ends = settle === 'quorum' ? decided : outOfReach;
    const count = await collectVotes(calls, { key, nodeTimeoutMs, decided: ends });
    const validityMs = leaseMs - driftMs(leaseMs) - (monotonicMs() - startedMs);
    if (reached(count) && validityMs > 0) return { code: ReplyCode.done, detail: Math.floor(validityMs) };
    // Votes that kept nobody from a quorum are missed by nobody: telling would only set waiters on each other.
    const quietly = count.failed === 0 && count.yes < blocking;
    nodes.forEach((node, i) => {
      // Behind the call on the same connection; and again should the call have gone another way and taken it late.
      const undo = () => void node.release(key, token, quietly).catch(() => {}); // else its lease ends it
      undo();
      calls[i]?.then(({ code }) => code === ReplyCode.done && undo(), undo);
    });
    return reached(count) ? tooLate(key, leaseMs) : refusal(key, count);
  }

  function tooLate(key: ByteString, leaseMs: number): LockReply {
    const retryMs = Math.random() * retryDelayMs;
    return { code: ReplyCode.otherHolder, detail: 0, retryMs, failure: noAnswer(key, leaseMs) };
  }

  function refusal(key: ByteString, count: VotesCounted): LockReply {
    const { votes, no, failed } = count;
    const wrongType = votes.find((each) => each.vote === 'no' && each.reply.code === ReplyCode.wrongType);
    if (wrongType) return { code: ReplyCode.wrongType, detail: 0 };
    const others = votes.flatMap((each) => (each.vote === 'no' ? [each] : []));
    const silent = others.some(({ reply }) => reply.silent);
    return {
      code: ReplyCode.otherHolder,
      detail: freeAfterMs(
        others.map(({ ttlMs }) => ttlMs),
        no - blocking + 1,
      ),
      silent,
      // Split: whoever comes back first may win. Held by one other: its message or its TTL tells when to come back.
      ...(heldByOne(others) ? {} : { retryMs: Math.random() * retryDelayMs }),
      // Nodes that could not be asked are the reason only if they alone are too many.
      ...(failed >= blocking ? { failure: notReached(key, count) } : {}),
    };
  }

  function heldByOne(others: readonly { reply: LockReply }[]): boolean {
    const tokens = others.map(({ reply }) => reply.text);
    return tokens.some((token) => tokens.filter((each) => each === token).length >= blocking);
  }

  async function renew(key: ByteString, token: string, leaseMs: number): Promise<LockReply> {
    const startedMs = monotonicMs();
    const calls = nodes.map((node) => node.renew(key, token, leaseMs));
    const count = await collectVotes(calls, { key, nodeTimeoutMs, decided });
    const validityMs = leaseMs - driftMs(leaseMs);
    if (reached(count)) {
      if (monotonicMs() - startedMs < validityMs)
        return { code: ReplyCode.done, detail: Math.floor(validityMs) };
      throw noAnswer(key, leaseMs); // released here it could be a lease that still has time by its last renewal
    }
    if (count.no < blocking) throw notReached(key, count);
    void Promise.allSettled(releaseAll(key, token)); // lost: nodes that forgot it were given it back
    return lossOf(count);
  }

  async function release(key: ByteString, token: string): Promise<LockReply> {
    const count = await collectVotes(releaseAll(key, token), { key, nodeTimeoutMs, decided });
    if (reached(count)) return { code: ReplyCode.done, detail: 0 };
    if (count.no >= blocking) return lossOf(count);
    throw notReached(key, count);
  }

  function notReached(key: ByteString, { votes, yes, no, failed }: VotesCounted): LockError {
    const cause = problem() ?? votes.find((each) => each.vote === 'failed')?.error;
    const details = { key: displayOf(key).text, votes: { yes, no, failed }, quorum, nodes: nodes.length };
    const message = `${yes} of ${nodes.length} nodes agreed and ${failed} gave no answer; ${quorum} are needed`;
    return new LockError('quorum-not-reached', message, details, { cause });
  }

  return {
    kind: 'redlock',
    acquire: ({ key, token, leaseMs }) => acquire(key, token, leaseMs),
    renew: (key, token, leaseMs) => renew(key, token, leaseMs),
    release: (key, token) => release(key, token),
    async wasForced(key, token) {
      const asked = nodes.map(async (node) => (await node.wasForced(key, token)) || Promise.reject());
      return Promise.any(asked).catch(() => false); // nobody says so, or nobody can be asked
    },
    async forceRelease(key, token) {
      const calls = nodes.map((node) => node.forceRelease(key, token));
      const count = await collectVotes(calls, { key, nodeTimeoutMs, decided: () => false });
      const { votes, yes, no } = count;
      const woken = votes.reduce((sum, each) => sum + (each.vote === 'yes' ? each.ttlMs : 0), 0);
      if (yes > 0) return { woken };
      if (no === 0) throw notReached(key, count);
      const details = { key: displayOf(key).text };
      const held = votes.some((each) => each.vote === 'no' && each.reply.code !== ReplyCode.absent);
      if (held)
        throw new LockError('changed', 'No node has the lock as it was seen; nothing was done', details);
      throw new LockError('not-held', 'Nobody holds the lock', details);
    },
  };
}

/** A token found nowhere is `absent`; another's somewhere is `otherHolder`. */
function lossOf({ votes }: VotesCounted): LockReply {
  const taken = votes.some((each) => each.vote === 'no' && each.reply.code === ReplyCode.otherHolder);
  return { code: taken ? ReplyCode.otherHolder : ReplyCode.absent, detail: 0 };
}

/** Time until so many of the holders' keys have lapsed that a quorum can be had; -1 = never by itself. */
function freeAfterMs(ttls: readonly number[], needed: number): number {
  const sorted = [...ttls].sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b));
  return sorted[Math.max(needed, 1) - 1] ?? -1;
}
