import type { Finding } from '../../contract/finding';
import type { GroupFindingCode } from '../../contract/finding-codes';
import { minority } from '../minority';
import { splitVotes } from '../split-votes';
import { votesMissing } from '../votes-missing';
import type { Ballot, GroupRule } from './group-rule';

/** The rule of each finding about a lock of a group. */
const BY_CODE: { [Code in GroupFindingCode]: GroupRule<Code> } = {
  minority,
  'split-votes': splitVotes,
  'votes-missing': votesMissing,
};
const RULES = Object.values<GroupRule<GroupFindingCode>>(BY_CODE);

/** Findings about the votes of a lock whose nodes disagree since `sinceMs`. Pure. */
export function groupFindings(ballot: Ballot, sinceMs: number, nowMs: number): Finding[] {
  return RULES.flatMap(({ code, severity, detect }) => {
    const evidence = detect(ballot, nowMs);
    return evidence ? [{ code, severity, sinceMs, evidence }] : [];
  });
}
