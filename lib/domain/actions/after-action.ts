import type { ActionResult } from '../../contract/actions';
import type { Lock } from '../../contract/lock';
import { countVotes } from '../locks/count-votes';

/** What an act on a Redlock group came to, in nodes. */
export type AfterAction = {
  /** On so many it was done. */
  done: number;
  of: number;
  quorum: number;
  /** So many may still have the lock as it was: they gave no answer, or had it and were left alone. */
  left: number;
  /** `free` = fewer than a quorum can still have it; `extended` = a quorum has the new lease; `short` = neither is sure. */
  is: 'free' | 'extended' | 'short';
};

/** Reads a result by what each node had before. Claims no more than is sure. null = the lock is of no group. Pure. */
export function afterAction(
  { votes }: Pick<Lock, 'votes'>,
  result: Pick<ActionResult, 'outcome' | 'nodes'>,
): AfterAction | null {
  if (votes === null) return null;
  const { of, quorum } = countVotes(votes);
  const hadNothing = new Set(
    votes.filter(({ vote }) => vote === 'no' || vote === 'other').map(({ node }) => node),
  );
  const isExtended = result.outcome === 'extended';
  const done = result.nodes.filter(
    ({ outcome }) => outcome === (isExtended ? 'extended' : 'released'),
  ).length;
  const left = result.nodes.filter(
    ({ node, outcome }) => outcome === 'unreached' || (outcome === 'changed' && !hadNothing.has(node)),
  ).length;
  const is = isExtended && done >= quorum ? 'extended' : !isExtended && left < quorum ? 'free' : 'short';
  return { done, of, quorum, left, is };
}
