import { HIDING_COSTS } from '../../contract/node-codes';
import type { MissingRight } from '../../contract/nodes';

/** Whether locks may stay hidden without this right. */
export function hidesLocks({ costs }: MissingRight): boolean {
  return HIDING_COSTS.some((each) => each === costs);
}
