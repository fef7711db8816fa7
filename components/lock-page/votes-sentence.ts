import type { Lock } from '@/lib/contract/lock';
import { countVotes } from '@/lib/domain/locks/count-votes';
import type { Sentence } from './sentence';

type Parts = Pick<Lock, 'state' | 'reason' | 'votes'>;

/** What the votes of a Redlock group make of a lock; null = they are not what is the matter with it. Pure. */
export function votesHeadlineOf(lock: Parts): Sentence | null {
  const { state, reason, votes } = lock;
  if (!votes) return null;
  const { yes, of, unread } = countVotes(votes);
  if (reason.code === 'split') return { code: 'votes.split', values: {} };
  if (reason.code !== 'votes') return null;
  if (isUndecided(lock)) return { code: 'votes.open', values: { unread } };
  if (isShort(lock))
    return { code: state === 'unknown' ? 'votes.underWay' : 'votes.short', values: { yes, of } };
  return { code: 'votes.missing', values: { yes, of } };
}

/** What follows while nobody is known to have a quorum; null = somebody has. Pure. */
export function votesConsequenceOf(lock: Parts): (Sentence & { atMs: null }) | null {
  const { state, reason, votes } = lock;
  if (!votes || (reason.code !== 'votes' && reason.code !== 'split') || !isShort(lock)) return null;
  const { no, quorum } = countVotes(votes);
  const follows = (code: string) => ({ code: `votes.${code}`, values: {}, atMs: null });
  if (isUndecided(lock)) return follows('open');
  if (state === 'unknown') return follows('underWay');
  return follows(no >= quorum ? 'quorumFree' : 'noQuorum');
}

function isShort({ votes }: Parts): boolean {
  const { yes, quorum } = countVotes(votes ?? []);
  return yes < quorum;
}

/** Whether nodes that do not answer could make a quorum. */
function isUndecided({ votes }: Parts): boolean {
  const { yes, unread, quorum } = countVotes(votes ?? []);
  return yes < quorum && unread > 0 && yes + unread >= quorum;
}
