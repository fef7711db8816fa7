import type { UnseenKeys } from '../../contract/actions';
import type { BulkResult } from '../../contract/bulk';
import type { LockId } from '../keys/lock-id';

/** The other keys of a hold of which a run releases one. */
export type HoldInRun = {
  /** Keys that are surely or likely of it and that the run releases too. */
  members: readonly LockId[];
  /** Keys that are shown and that the run leaves alone. */
  kept: UnseenKeys;
  /** Keys that the caller is not shown; null = none. */
  unseen: UnseenKeys | null;
};

/**
 * The shown keys of such a hold that keep its token, as the audit has them. `unclear` = not known to be free: its act is under
 * way, or had no answer. `perhaps` = of which the token alone says that they are of the hold.
 */
export type LeftInRun = { held: number; unclear: number; perhaps: number };

type Result = Pick<BulkResult, 'outcome' | 'because'>;

/** Counts the keys that keep the token of a hold, by what became of those in the run so far. Pure. */
export function leftInRun(
  { members, kept }: HoldInRun,
  resultOf: (id: LockId) => Result | undefined,
): LeftInRun {
  const left = { held: kept.surely, unclear: 0, perhaps: kept.perhaps };
  for (const id of members) {
    const token = tokenAfter(resultOf(id));
    if (token !== 'gone') left[token] += 1;
  }
  return left;
}

/** Whether a hold is known to be free of no more than the released key. Pure. */
export function isInPart({ unseen }: HoldInRun, { held, unclear }: LeftInRun): boolean {
  return held + unclear + (unseen?.surely ?? 0) > 0;
}

/** Whether a key of the run still has its token. */
function tokenAfter(result: Result | undefined): 'gone' | keyof Pick<LeftInRun, 'held' | 'unclear'> {
  if (!result) return 'unclear';
  if (result.outcome === 'released') return 'gone';
  switch (result.because) {
    case 'free':
    case 'successor':
    case 'other-data':
      return 'gone';
    case 'unknown':
      return 'unclear';
    default:
      return 'held';
  }
}
