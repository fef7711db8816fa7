import { type GroupRule, lacksQuorum, votesEvidence } from './core/group-rule';

/** Nobody can have a quorum of what is there, and nobody else has any. */
export const minority: GroupRule<'minority'> = {
  code: 'minority',
  severity: 'at-risk',
  detect: (ballot, nowMs) =>
    lacksQuorum(ballot) && ballot.count.other === 0 ? [votesEvidence(ballot, 'at-risk', nowMs)] : null,
};
