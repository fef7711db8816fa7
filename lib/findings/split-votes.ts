import { type GroupRule, lacksQuorum, votesEvidence } from './core/group-rule';

/** Different holders on different nodes, none with a quorum. */
export const splitVotes: GroupRule<'split-votes'> = {
  code: 'split-votes',
  severity: 'at-risk',
  detect: (ballot, nowMs) =>
    lacksQuorum(ballot) && ballot.count.other > 0 ? [votesEvidence(ballot, 'at-risk', nowMs)] : null,
};
