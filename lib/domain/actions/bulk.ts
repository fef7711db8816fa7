import { type Although, BULK_OUTCOMES, type BulkOutcome, type BulkReason } from '../../contract/action-codes';
import type { BulkItem, BulkPlan, BulkRequest, BulkResult } from '../../contract/bulk';
import { countOf } from '../values/counted';
import type { ConsoleError } from '../values/errors';

/** The locks of a plan that its run releases. */
export function planned<Item extends Pick<BulkItem, 'why' | 'seen'>>(
  items: readonly Item[],
): (Item & { seen: NonNullable<Item['seen']> })[] {
  return items.filter(
    (item): item is Item & { seen: NonNullable<Item['seen']> } => item.why === null && item.seen !== null,
  );
}

/**
 * What the run of a plan asks for: its locks, and where the operator consents to what it requires, that consent with what is
 * required of each lock.
 */
export function toRun(
  { items, requires: { although } }: Pick<BulkPlan, 'items' | 'requires'>,
  isConsented: boolean,
): Pick<BulkRequest, 'items' | 'although'> {
  const isGiven = isConsented && although !== null;
  const asked = planned(items).map(({ id, seen, although: needed }) => ({
    id,
    seen,
    ...(isGiven && { although: needed }),
  }));
  return { items: asked, ...(isGiven && { although }) };
}

type Ordered = Pick<BulkItem, 'why' | 'waiting' | 'ttlMs' | 'key'>;

/**
 * What is released first comes first: locks that others wait for, most waiters first; then those whose lease has most left,
 * since the others come free soon by themselves; what never expires before all of them. Locks that are not released last.
 */
export function compareBulk(a: Ordered, b: Ordered): number {
  return (
    Number(a.why !== null) - Number(b.why !== null) ||
    waitersIn(b) - waitersIn(a) ||
    leftIn(b) - leftIn(a) ||
    (a.key.text < b.key.text ? -1 : Number(a.key.text > b.key.text))
  );
}

function waitersIn({ waiting }: Ordered): number {
  const read = countOf(waiting);
  return read.known ? read.count : 0;
}

/** An unknown end is taken for one that is far off: it is not known to come by itself. */
function leftIn({ ttlMs }: Ordered): number {
  return typeof ttlMs === 'number' ? ttlMs : Number.MAX_SAFE_INTEGER;
}

/** Who has a lock after an act on it was refused: the holder that was seen, another one, or nobody. */
export type HeldNow = 'same' | 'other' | 'nobody';

/**
 * What became of a lock that was not released. `refused` is expected where locks change; all else stops the run. `now` =
 * who has it by then: an end of the hold that was only reported says nothing of what followed it. A lock that may have been
 * renewed or taken anew is no surprise where `although` is a consent to release from holders that live.
 */
export function becauseOf(
  { code, details }: Pick<ConsoleError, 'code' | 'details'>,
  now: HeldNow,
  although: Although | null = null,
): { outcome: BulkOutcome; because: BulkReason } {
  if (details.mayHaveHappened === true) return { outcome: 'unexpected', because: 'unknown' };
  if (code === 'invalid-argument' && details.setting === 'although')
    return { outcome: 'unexpected', because: 'renewed' };
  if (code !== 'changed') return { outcome: 'unexpected', because: 'error' };
  const { changed = [], after } = details as {
    changed?: string[];
    after?: { type?: string; token?: string | null };
  };
  if (after?.type === 'none') return { outcome: 'refused', because: 'free' };
  if (changed.includes('type') || changed.includes('format'))
    return { outcome: 'unexpected', because: 'other-data' };
  // The key of a semaphore stays when its last permit is given back.
  if (changed.includes('holder'))
    return { outcome: 'refused', because: after?.token === null ? 'free' : 'successor' };
  if (changed.includes('acquisition') && now !== 'same')
    return { outcome: 'refused', because: now === 'nobody' ? 'free' : 'successor' };
  if (changed.includes('renewed-or-retaken')) {
    const outcome = although === 'alive' ? 'refused' : 'unexpected';
    return { outcome, because: 'renewed-or-retaken' };
  }
  const isAgain = changed.includes('acquisition') || changed.includes('hold-count');
  return { outcome: 'unexpected', because: isAgain ? 're-entered' : 'error' };
}

export type BulkCounts = Record<BulkOutcome, number>;

/** How many had which outcome; together as many as were planned. */
export function countBulk(results: Iterable<Pick<BulkResult, 'outcome'>>): BulkCounts {
  const counts = Object.fromEntries(BULK_OUTCOMES.map((outcome) => [outcome, 0])) as BulkCounts;
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** What a run is in the audit. `areWhole` = no key that it released is of a hold which is still on other keys. */
export function outcomeOfRun(
  { released, refused, unexpected, 'not-tried': notTriedCount }: BulkCounts,
  areWhole: boolean,
): 'released' | 'partly-released' | 'failed' | 'refused' {
  if (released === 0) return unexpected > 0 ? 'failed' : 'refused';
  return areWhole && refused + unexpected + notTriedCount === 0 ? 'released' : 'partly-released';
}
