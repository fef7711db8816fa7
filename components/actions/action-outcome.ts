import type { ApiFailure } from '@/lib/api/http';
import type { ChangedDetails, Preview } from '@/lib/contract/actions';
import { type Change, seenSideOf } from './preview/compare-previews';

/** What a failed act means for the dialog. */
export type FailedAction =
  | { is: 'changed'; change: Change; refused: true; auditId: number | null }
  /** It may or may not have happened: only another look can tell. */
  | { is: 'unclear'; failure: ApiFailure }
  /** Nothing happened, and the sentence says why. */
  | { is: 'refused'; failure: ApiFailure }
  | { is: 'gone'; failure: ApiFailure }
  /** The holder it was about has the lock no more, and others have. */
  | { is: 'left'; auditId: number | null };

/** Sorts a failure. An answer that never came, or that does not say otherwise, leaves the outcome open. */
export function failedAction(failure: ApiFailure, preview: Preview): FailedAction {
  const { code, details } = failure;
  if (code === 'changed' && isChanged(details)) {
    // The server knows the old token only by its digest; we have it.
    const before = { ...details.before, ...nameOf(preview) };
    const { after, changed, auditId, key } = details;
    if (
      key === undefined &&
      preview.lock.holders.length > 1 &&
      changed.includes('holder') &&
      after.type !== 'none'
    ) {
      return { is: 'left', auditId: auditId ?? null };
    }
    const change = { before, after, changed, ...(key !== undefined && { key }) };
    return { is: 'changed', change, refused: true, auditId: auditId ?? null };
  }
  if (code === 'not-found') return { is: 'gone', failure };
  if (code === 'not-held') return { is: 'left', auditId: null };
  return { is: failure.mayHaveHappened ? 'unclear' : 'refused', failure };
}

function nameOf(preview: Preview) {
  const { holder, token } = seenSideOf(preview);
  return { holder, token };
}

function isChanged(details: Record<string, unknown>): details is ChangedDetails & Record<string, unknown> {
  return (
    typeof details.before === 'object' && typeof details.after === 'object' && Array.isArray(details.changed)
  );
}
