import type { Vote } from '../../contract/lock';
import { quorumOf } from './redlock';

/** Number of nodes of a Redlock group by vote; `of` = all configured nodes, `quorum` = votes that a holder needs. */
export type VoteCount = Record<Vote['vote'], number> & { of: number; quorum: number };

/** Counts the votes of one lock. Pure. */
export function countVotes(votes: readonly Pick<Vote, 'vote'>[]): VoteCount {
  const count: VoteCount = {
    ...{ yes: 0, other: 0, no: 0, unread: 0 },
    ...{ of: votes.length, quorum: quorumOf(votes.length) },
  };
  for (const { vote } of votes) count[vote] += 1;
  return count;
}
