import { HIDING_COSTS } from '../../contract/node-codes';
import type { MissingRight } from '../../contract/nodes';

/** Whether there may be locks that nobody sees without it. */
export function hidesLocks({ costs }: MissingRight): boolean {
  return HIDING_COSTS.some((each) => each === costs);
}
