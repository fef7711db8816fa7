import { type GroupRule, votesEvidence } from './core/group-rule';
import { lineRead } from './core/line-read';

/** A quorum has the lock, and some nodes that answer do not. */
export const votesMissing: GroupRule<'votes-missing'> = {
  code: 'votes-missing',
  severity: 'info',
  detect(ballot, nowMs) {
    const { count, votes, leftMs } = ballot;
    const without = votes.flatMap(({ vote, node }) => (vote === 'no' || vote === 'other' ? [node] : []));
    if (count.yes < count.quorum || without.length === 0) return null;
    const missing = { nodes: without.join(', '), count: without.length };
    return [
      votesEvidence(ballot, 'neutral', nowMs),
      lineRead('not-on-nodes', missing, 'contended', nowMs),
      ...(typeof leftMs === 'number' ? [lineRead('validity-left', { ms: leftMs }, 'neutral', nowMs)] : []),
    ];
  },
};
