import type { LockAction } from '@/lib/contract/action-codes';
import type { ActionResult, HoldPart } from '@/lib/contract/actions';
import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { type AfterAction, isPartlyDone } from '@/lib/domain/actions/after-action';

/** An act that was done. `sentAtMs`, `seenAtMs` on the console's clock, `doneAtMs` on the tab's monotonic one. */
export type Done = {
  action: LockAction;
  lock: Lock;
  /** The one of its holders that it was done to. */
  holder: Holder;
  /** The other keys that its token was on. */
  parts: readonly HoldPart[];
  /** Others held on, or other keys of the hold, so that nothing came free. */
  isKept: boolean;
  leaseMs: number | null;
  /** As the operator gave it; '' = none. */
  reason: string;
  /** Reference to a ticket; '' = none. */
  ticket: string;
  /** The quarantine that this release ended; absent = it is of none. */
  quarantine?: Done;
  /** Of a Redlock group, what its nodes make of it; null = the lock is of none. */
  after: AfterAction | null;
  result: ActionResult;
  seenAtMs: number;
  sentAtMs: number;
  doneAtMs: number;
};

/** Part of it was not done: keys of the hold, or a quorum of the nodes, were left as they were. */
export function isPartly({ after, result }: Pick<Done, 'after' | 'result'>): boolean {
  return after?.is === 'short' || isPartlyDone(result.outcome);
}

/** The holder was taken off this lock, as far as Redis answered. */
export function isFreed({ action, lock, after, result }: Done): boolean {
  const own = result.hold?.keys.find(({ id }) => id === lock.id);
  return action === 'release' && after?.is !== 'short' && (!own || own.outcome === 'released');
}
