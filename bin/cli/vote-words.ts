import type { ActionResult, NodeOutcome } from '../../lib/contract/actions';
import type { Lock, Vote } from '../../lib/contract/lock';
import { afterAction, doneOnNode } from '../../lib/domain/actions/after-action';
import { countVotes } from '../../lib/domain/locks/count-votes';
import { durationWords, leftWords, ttlWords } from './words';

/** The votes of a Redlock group as names and values: how many have the lock, then each node; [] = the lock is of none. */
export function voteFacts(lock: Pick<Lock, 'votes' | 'expiresAtMs'>, nowMs: number): [string, string][] {
  const { votes, expiresAtMs } = lock;
  if (!votes) return [];
  const { yes, of, quorum } = countVotes(votes);
  const pairs: [string, string][] = [['votes', `${yes} of ${of} nodes have it, a quorum is ${quorum}`]];
  if (yes >= quorum) {
    const left = typeof expiresAtMs === 'number' ? durationWords(expiresAtMs - nowMs) : ttlWords(expiresAtMs);
    pairs.push(['quorum for', left]);
  }
  for (const vote of votes) pairs.push([`  ${vote.node}`, voteWords(vote, nowMs)]);
  return pairs;
}

function voteWords({ vote, token, ttlMs, readAtMs }: Vote, nowMs: number): string {
  switch (vote) {
    case 'yes':
      return `has it, TTL ${leftWords(ttlMs, readAtMs ?? nowMs, nowMs)}`;
    case 'other':
      return `has another holder, ${token?.text ?? 'unknown'}, TTL ${leftWords(ttlMs, readAtMs ?? nowMs, nowMs)}`;
    case 'no':
      return 'has none';
    default:
      return readAtMs === null
        ? 'does not answer'
        : `does not answer, last read ${durationWords(nowMs - readAtMs)} ago`;
  }
}

/** The nodes that an act on a Redlock group goes to; [] = the lock is of none. */
export function nodesFact({ votes }: Pick<Lock, 'votes'>): [string, string][] {
  return votes ? [['nodes', `all ${votes.length}: ${votes.map(({ node }) => node).join(', ')}`]] : [];
}

const OUTCOMES = {
  released: 'released',
  extended: 'extended',
  quarantined: 'in quarantine',
  changed: 'left alone: it was not there as it was seen',
  unreached: 'no answer: what became of it is not known',
} satisfies Record<NodeOutcome['outcome'], string>;

/** What an act did on each node of a Redlock group, and what that makes of the lock; [] = the lock is of none. */
export function nodeLines(lock: Pick<Lock, 'votes'>, result: ActionResult): string[] {
  const after = afterAction(lock, result);
  if (!after) return [];
  const { done, of, quorum, left, is } = after;
  const did = doneOnNode(result.outcome);
  const meaning = {
    free: `${left} may still have it, fewer than a quorum of ${quorum}${did === 'quarantined' ? '' : ': the lock is free'}`,
    extended: `a quorum of ${quorum} has the new lease`,
    short:
      did !== 'extended'
        ? `${left} may still have it, and a quorum is ${quorum}: the lock may still be held`
        : `a quorum is ${quorum}, and fewer have the new lease`,
  }[is];
  return [
    ...result.nodes.map(({ node, outcome }) => `- ${node}: ${OUTCOMES[outcome]}`),
    `${did} on ${done} of ${of} nodes; ${meaning}`,
  ];
}
