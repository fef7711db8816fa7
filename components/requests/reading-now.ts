import type { UseQueryResult } from '@tanstack/react-query';
import { seenChanges } from '@/components/actions/compare-previews';
import type { PreviewReading } from '@/components/actions/dialog-machine';
import type { ApiFailure } from '@/lib/api/http';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';

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
