import type { ActionResult } from '../../contract/actions';
import type { Vote } from '../../contract/lock';
import { countVotes } from '../locks/count-votes';

/** The result of an action on a Redlock group, in nodes. */
export type AfterAction = {
  /** Nodes on which the action took effect. */
  done: number;
  of: number;
  quorum: number;
  /** Nodes that may still hold the lock: unreached, or `changed` although they did not vote `no` or `other` before. */
  left: number;
  /** `free` = fewer than a quorum can still have it; `extended` = a quorum has the new lease; `short` = neither is sure. */
  is: 'free' | 'extended' | 'short';
};

type DoneOnNode = 'released' | 'extended' | 'quarantined';

/** The result of an act that was done on too few nodes of a Redlock group. */
export const PARTLY_DONE = {
  released: 'partly-released',
  extended: 'partly-extended',
  quarantined: 'partly-quarantined',
} as const satisfies Record<DoneOnNode, ActionResult['outcome']>;

/** The result on each node that did it. */
export function doneOnNode(outcome: ActionResult['outcome']): DoneOnNode {
  switch (outcome) {
    case 'partly-released':
      return 'released';
    case 'partly-extended':
      return 'extended';
    case 'partly-quarantined':
      return 'quarantined';
    default:
      return outcome;
  }
}

/** Whether an act was done in part: on too few nodes, or not on all keys of a hold. */
export function isPartlyDone(outcome: ActionResult['outcome']): boolean {
  return doneOnNode(outcome) !== outcome;
}

/** Votes of a lock of a group of which nothing is known any more: what its nodes answer is all that counts. */
function unreadVotes(nodes: ActionResult['nodes']): Pick<Vote, 'node' | 'vote'>[] {
  return nodes.map(({ node }) => ({ node, vote: 'unread' }));
}

/**
 * Compares a result with each node's earlier vote. Claims only what is proven. null = the lock is not in a group: only one of
 * a group has several nodes. Pure.
 */
export function afterAction(
  known: { votes: readonly Pick<Vote, 'node' | 'vote'>[] | null },
  result: Pick<ActionResult, 'outcome' | 'nodes'>,
): AfterAction | null {
  const votes = known.votes ?? (result.nodes.length > 1 ? unreadVotes(result.nodes) : null);
  if (votes === null) return null;
  const { of, quorum } = countVotes(votes);
  const hadNothing = new Set(
    votes.filter(({ vote }) => vote === 'no' || vote === 'other').map(({ node }) => node),
  );
  const wanted = doneOnNode(result.outcome);
  const isExtended = wanted === 'extended';
  const done = result.nodes.filter(({ outcome }) => outcome === wanted).length;
  const left = result.nodes.filter(
    ({ node, outcome }) => outcome === 'unreached' || (outcome === 'changed' && !hadNothing.has(node)),
  ).length;
  const is = isExtended && done >= quorum ? 'extended' : !isExtended && left < quorum ? 'free' : 'short';
  return { done, of, quorum, left, is };
}
