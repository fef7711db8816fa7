import type { Although, LockAction } from '@/lib/contract/action-codes';
import { offeredLease, typedLease, typedQuarantine, USUAL_QUARANTINE } from '../typed-lease';

/** What the operator typed. */
export type Draft = {
  reason: string;
  /** Reference to a ticket; '' = none. */
  ticket: string;
  typedKey: string;
  lease: string;
  quarantine: string;
  although: Although | null;
};

/** Nothing typed yet; the times that are offered first. `leaseMs` = the lease that the holder asked for. */
export function emptyDraft(leaseMs: number | null): Draft {
  const times = { lease: offeredLease(leaseMs), quarantine: USUAL_QUARANTINE };
  return { reason: '', ticket: '', typedKey: '', ...times, although: null };
}

/** The time that an act is for, in ms; null = it has none, or the text is none. */
export function timesOf(
  action: LockAction,
  draft: Draft,
): { leaseMs: number | null; quarantineMs: number | null } {
  return {
    leaseMs: action === 'extend' ? typedLease(draft.lease) : null,
    quarantineMs: action === 'quarantine' ? typedQuarantine(draft.quarantine) : null,
  };
}
