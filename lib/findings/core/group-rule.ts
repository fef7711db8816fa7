import type { Severity } from '../../contract/codes';
import type { Evidence } from '../../contract/finding';
import type { GroupFindingCode } from '../../contract/finding-codes';
import type { TtlMs } from '../../contract/leaves';
import type { Vote } from '../../contract/lock';
import type { VoteCount } from '../../domain/locks/count-votes';
import { lineRead } from './line-read';

/** The rule of one finding about a lock of a Redlock group. */
export type GroupRule<Code extends GroupFindingCode> = {
  code: Code;
  severity: Severity;
  /** Its evidence; null = not found. Pure. */
  detect(ballot: Ballot, nowMs: number): Evidence[] | null;
};

/** How the nodes vote on a lock, and how long a quorum will last. */
export type Ballot = { count: VoteCount; votes: readonly Vote[]; leftMs: TtlMs | null };

/** No holder has a quorum, whatever the nodes that do not answer would say. */
export function lacksQuorum({ count: { yes, unread, quorum } }: Ballot): boolean {
  return yes + unread < quorum;
}

export function votesEvidence({ count }: Ballot, tone: Evidence['tone'], nowMs: number): Evidence {
  const { yes, other, no, unread, of, quorum } = count;
  return lineRead('votes', { yes, other, no, unread, of, quorum }, tone, nowMs);
}
