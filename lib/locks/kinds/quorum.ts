import type { ByteString } from '../../domain/keys/bytes';
import { ReplyCode } from '../../redis/reply-code';
import type { LockReply } from '../core/protocol';
import { clearAlarm, createAlarm, monotonicMs, setAlarm } from '../core/timers';
import { noAnswer } from '../core/wait/wait';

/** What one node said. `failed`: it gave no usable answer in time, whatever it may still do. */
type QuorumVote =
  | { vote: 'yes'; ttlMs: number }
  | { vote: 'no'; ttlMs: number; reply: LockReply }
  | { vote: 'failed'; error: unknown };

export type VotesCounted = { votes: readonly QuorumVote[]; yes: number; no: number; failed: number };

export type Round = {
  key: ByteString;
  /** How long a node may take, ms: one that has not answered by then has failed. */
  nodeTimeoutMs: number;
  /** Whether the votes that are in decide. */
  decided(count: VotesCounted): boolean;
};

/**
 * Counts what all nodes were asked at once, as they answer: resolves as soon as the votes decide, and when all are in or
 * the time is over. Never rejects. What comes later is nobody's here.
 */
export function collectVotes(calls: readonly Promise<LockReply>[], round: Round): Promise<VotesCounted> {
  const { key, nodeTimeoutMs, decided } = round;
  return new Promise((resolve) => {
    const votes: QuorumVote[] = [];
    const count = { votes, yes: 0, no: 0, failed: 0 };
    let over = false;
    const add = (vote: QuorumVote) => {
      if (over) return;
      votes.push(vote);
      count[vote.vote]++;
      if (votes.length < calls.length && !decided(count)) return;
      over = true;
      clearAlarm(alarm);
      resolve(count);
    };
    const alarm = createAlarm(() => {
      while (!over) add({ vote: 'failed', error: noAnswer(key, nodeTimeoutMs) });
    });
    setAlarm(alarm, monotonicMs() + nodeTimeoutMs, nodeTimeoutMs);
    const answered = (reply: LockReply) => add(voteOf(reply));
    const failed = (error: unknown) => add({ vote: 'failed', error });
    for (const call of calls) call.then(answered, failed);
  });
}

function voteOf(reply: LockReply): QuorumVote {
  if (reply.code === ReplyCode.done) return { vote: 'yes', ttlMs: reply.detail };
  return { vote: 'no', ttlMs: reply.detail, reply };
}
