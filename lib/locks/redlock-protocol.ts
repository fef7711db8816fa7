import { type ByteString, displayOf } from '../domain/bytes';
import { LockError } from '../domain/errors';
import { ReplyCode } from '../redis/reply-code';
import type { LockProtocol, LockReply } from './protocol';
import { countVotes, driftMs, quorumOf } from './quorum';
import type { RedlockNode, Vote } from './redlock-node';
import { monotonicMs } from './timers';
import { noAnswer } from './wait';

type Calls = Required<Pick<LockProtocol, 'kind' | 'acquire' | 'renew' | 'release' | 'wasForced'>> & {
  forceRelease(key: ByteString, token: string): Promise<{ woken: number }>;
};

export type RedlockProtocolOptions = { settle: 'quorum' | 'all'; retryDelayMs: number };

type Count = { yes: number; no: number; failed: number };

/** Redlock's rules: what the votes of the nodes mean together. */
export function redlockProtocol(nodes: readonly RedlockNode[], options: RedlockProtocolOptions): Calls {
  const { settle, retryDelayMs } = options;
  const quorum = quorumOf(nodes.length);

  const reached = (votes: readonly Vote[]) => count(votes).yes >= quorum;
  /** So many did not agree that those still out cannot make a quorum. */
  const outOfReach = (votes: readonly Vote[]) => votes.length - count(votes).yes > nodes.length - quorum;
  /** So many said no that no quorum was to be had, whatever became of the others. */
  const against = (votes: readonly Vote[]) => count(votes).no > nodes.length - quorum;
  const decided = (votes: readonly Vote[]) => reached(votes) || outOfReach(votes);

  function releaseAll(key: ByteString, token: string): Promise<Vote>[] {
    return nodes.map((node) => node.release(key, token));
  }

  async function acquire(key: ByteString, token: string, leaseMs: number): Promise<LockReply> {
    const startedMs = monotonicMs();
    const asked = nodes.map((node) => node.acquire(key, token, leaseMs));
    const votes = await countVotes(
      asked.map(({ vote }) => vote),
      settle === 'quorum' ? decided : outOfReach,
    );
    const validityMs = leaseMs - driftMs(leaseMs) - (monotonicMs() - startedMs);
    if (reached(votes) && validityMs > 0) return { code: ReplyCode.done, detail: Math.floor(validityMs) };
    // Votes that kept nobody from a quorum are missed by nobody: telling would only set waiters on each other.
    const { yes, failed } = count(votes);
    const quietly = failed === 0 && yes <= nodes.length - quorum;
    nodes.forEach((node, i) => {
      // Behind the call on the same connection; and again should the call have gone another way and taken it late.
      const undo = () => void node.release(key, token, quietly);
      undo();
      asked[i]?.call.then(({ code }) => code === ReplyCode.done && undo(), undo);
    });
    return reached(votes) ? tooLate(key, leaseMs) : refusal(key, votes);
  }

  function tooLate(key: ByteString, leaseMs: number): LockReply {
    const retryMs = Math.random() * retryDelayMs;
    return { code: ReplyCode.otherHolder, detail: 0, retryMs, failure: noAnswer(key, leaseMs) };
  }

  function refusal(key: ByteString, votes: readonly Vote[]): LockReply {
    const { no, failed } = count(votes);
    const wrongType = votes.find((each) => each.vote === 'no' && each.reply.code === ReplyCode.wrongType);
    if (wrongType) return { code: ReplyCode.wrongType, detail: 0 };
    const others = votes.flatMap((each) => (each.vote === 'no' ? [each] : []));
    const silent = others.some(({ reply }) => reply.silent);
    return {
      code: ReplyCode.otherHolder,
      detail: freeAfterMs(
        others.map(({ ttlMs }) => ttlMs),
        no - (nodes.length - quorum),
      ),
      silent,
      // Split: whoever comes back first may win. Held by one other: its message or its TTL tells when to come back.
      ...(heldByOne(others) ? {} : { retryMs: Math.random() * retryDelayMs }),
      // Nodes that could not be asked are the reason only if they alone are too many.
      ...(failed > nodes.length - quorum ? { failure: notReached(key, votes) } : {}),
    };
  }

  function heldByOne(others: readonly { reply: LockReply }[]): boolean {
    const tokens = others.map(({ reply }) => reply.text);
    return tokens.some((token) => tokens.filter((each) => each === token).length > nodes.length - quorum);
  }

  async function renew(key: ByteString, token: string, leaseMs: number): Promise<LockReply> {
    const startedMs = monotonicMs();
    const votes = await countVotes(
      nodes.map((node) => node.renew(key, token, leaseMs)),
      decided,
    );
    const validityMs = leaseMs - driftMs(leaseMs);
    const inTime = monotonicMs() - startedMs < validityMs;
    if (reached(votes) && inTime) return { code: ReplyCode.done, detail: Math.floor(validityMs) };
    if (!reached(votes) && !against(votes)) throw notReached(key, votes);
    void Promise.all(releaseAll(key, token)); // lost: nodes that forgot it were given it back
    return lossOf(votes);
  }

  async function release(key: ByteString, token: string): Promise<LockReply> {
    const votes = await countVotes(releaseAll(key, token), decided);
    if (reached(votes)) return { code: ReplyCode.done, detail: 0 };
    if (against(votes)) return lossOf(votes);
    throw notReached(key, votes);
  }

  function notReached(key: ByteString, votes: readonly Vote[]): LockError {
    const { yes, no, failed } = count(votes);
    const cause = votes.find((each) => each.vote === 'failed')?.error;
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
      const asked = nodes.map((node) => node.wasForced(key, token).catch(() => false));
      return (await countVotes(asked, (answers) => answers.includes(true))).includes(true);
    },
    async forceRelease(key, token) {
      const votes = await countVotes(
        nodes.map((node) => node.forceRelease(key, token)),
        () => false,
      );
      const { yes, no } = count(votes);
      const woken = votes.reduce((sum, each) => sum + (each.vote === 'yes' ? each.ttlMs : 0), 0);
      if (yes > 0) return { woken };
      if (no === 0) throw notReached(key, votes);
      const details = { key: displayOf(key).text };
      const held = votes.some((each) => each.vote === 'no' && each.reply.code !== ReplyCode.absent);
      if (held)
        throw new LockError('changed', 'No node has the lock as it was seen; nothing was done', details);
      throw new LockError('not-held', 'Nobody holds the lock', details);
    },
  };
}

function count(votes: readonly Vote[]): Count {
  const tally: Count = { yes: 0, no: 0, failed: 0 };
  for (const { vote } of votes) tally[vote]++;
  return tally;
}

/** A token found nowhere is `absent`; another's somewhere is `otherHolder`. */
function lossOf(votes: readonly Vote[]): LockReply {
  const taken = votes.some((each) => each.vote === 'no' && each.reply.code === ReplyCode.otherHolder);
  return { code: taken ? ReplyCode.otherHolder : ReplyCode.absent, detail: 0 };
}

/** Time until so many of the holders' keys have lapsed that a quorum can be had; -1 = never by itself. */
function freeAfterMs(ttls: readonly number[], needed: number): number {
  const sorted = [...ttls].sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b));
  return sorted[Math.max(needed, 1) - 1] ?? -1;
}
