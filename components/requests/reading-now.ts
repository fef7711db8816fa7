import type { UseQueryResult } from '@tanstack/react-query';
import type { PreviewReading } from '@/components/actions/dialog-machine';
import { seenChanges } from '@/components/actions/preview/compare-previews';
import type { ApiFailure } from '@/lib/api/http';
import type { PlannedChange } from '@/lib/contract/actions';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import { shortToken } from '@/lib/domain/holders/short-token';

export type LockNow = UseQueryResult<PreviewReading, ApiFailure>;

/** How the lock stands now against what was seen when somebody asked. */
export type Compared =
  | { is: 'hidden' | 'reading' | 'gone' }
  | { is: 'unread'; failure: ApiFailure }
  | { is: 'same'; askedAtMs: number }
  | { is: 'changed'; askedAtMs: number; changed: string[] };

/** Pure. A reading that failed says more than the one before it. */
export function comparedNow({ plan }: ApprovalRequest, { data, error }: LockNow): Compared {
  if (!plan) return { is: 'hidden' };
  if (error?.code === 'not-held' || error?.code === 'not-found') return { is: 'gone' };
  if (error) return { is: 'unread', failure: error };
  if (!data) return { is: 'reading' };
  const { preview, askedAtMs } = data;
  const changed = seenChanges(plan.seen, preview.seen, preview.holder.tokenUnique);
  return changed.length === 0 ? { is: 'same', askedAtMs } : { is: 'changed', askedAtMs, changed };
}

/** A change as it would be made now; `token` = the ends of the holder's. */
type ChangeNow = PlannedChange & { token: string; holdCount: number | null };

/**
 * The change that would be made now; while the lock cannot be read the one that was planned when somebody asked. null = there
 * is none, or nobody knows. A token that was not read again is named by its digest. Pure.
 */
export function changeNow({ plan }: ApprovalRequest, { data, error }: LockNow): ChangeNow | null {
  if (!plan) return null;
  const preview = error ? undefined : data?.preview;
  const change = preview ? preview.change : plan.change;
  if (!change) return null;
  const { tokenDigest, holdCount } = plan.seen;
  // The reading before one that failed was of the same holder.
  const was = data?.preview.seen.tokenDigest === tokenDigest ? data.preview.holder : null;
  const token = was ? shortToken(was.token.text) : `sha256:${tokenDigest.slice(0, 12)}`;
  return { ...change, token, holdCount };
}
