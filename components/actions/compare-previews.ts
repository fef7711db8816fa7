import type { ChangedDetails, Preview, SeenSide } from '@/lib/contract/actions';
import { type Chosen, isOfHold } from '@/lib/domain/actions/hold-choice';

export type Change = Pick<ChangedDetails, 'before' | 'after' | 'changed' | 'key'>;

/** How far two readings of one deadline may lie apart. */
const DEADLINE_SLACK_MS = 50;

/**
 * What is no longer as it was between two readings, or null. The deadline counts only where the token is not unique: that
 * of a unique token moves with every renewal. Another acquisition is another hold, whatever its bytes are. Of the other
 * keys of the hold those count that are, or were, released with the lock: `chosen`, and those of it for sure.
 */
export function changeBetween(before: Preview, after: Preview, chosen: Chosen = NONE): Change | null {
  const [was, is] = [before.seen, after.seen];
  const changed: string[] = [];
  if (was.type !== is.type) changed.push('type');
  if (was.formatId !== is.formatId) changed.push('format');
  if (was.tokenDigest !== is.tokenDigest) changed.push('holder');
  if (was.holdCount !== is.holdCount) changed.push('hold-count');
  if (!after.holder.tokenUnique && deadlineMoved(was.deadlineMs, is.deadlineMs)) changed.push('deadline');
  const isAnother = was.acquisition && is.acquisition && was.acquisition.version !== is.acquisition.version;
  if (isAnother && changed.length === 0) changed.push('acquisition');
  if (changed.length === 0 && keysOf(before, chosen) !== keysOf(after, chosen)) changed.push('keys');
  return changed.length === 0 ? null : { before: seenSideOf(before), after: seenSideOf(after), changed };
}

const NONE: Chosen = new Set();

/** The keys that count and their acquisitions, as a text to compare. */
function keysOf({ hold }: Preview, chosen: Chosen): string {
  const parts = (hold?.parts ?? []).filter((part) => isOfHold(part) || chosen.has(part.lock.id));
  const texts = parts.map(
    ({ lock, seen }) => `${lock.id} ${seen?.acquisition?.version ?? ''} ${seen?.holdCount ?? ''}`,
  );
  return texts.sort().join('\n');
}

/** A preview as one side of a change. */
export function seenSideOf({ holder, seen }: Preview): SeenSide {
  return {
    atMs: seen.readAtMs,
    holder: holder.label,
    token: holder.token.text,
    holdCount: seen.holdCount,
    ttlMs: holder.ttlMs ?? seen.ttlMs,
    type: seen.type,
  };
}

function deadlineMoved(was: number | 'none', is: number | 'none'): boolean {
  if (was === 'none' || is === 'none') return was !== is;
  return Math.abs(was - is) > DEADLINE_SLACK_MS;
}
