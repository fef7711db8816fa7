import { type GroupRule, lacksQuorum, votesEvidence } from './core/group-rule';

/** No holder can reach a quorum of the nodes, and no other holder has votes. */
export const minority: GroupRule<'minority'> = {
  code: 'minority',
  severity: 'at-risk',
  detect: (ballot, nowMs) =>
    lacksQuorum(ballot) && ballot.count.other === 0 ? [votesEvidence(ballot, 'at-risk', nowMs)] : null,
};
