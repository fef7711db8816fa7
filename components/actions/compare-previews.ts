import type { ChangedDetails, HoldPart, Preview, Seen, SeenSide } from '@/lib/contract/actions';
import { type Chosen, isOfHold } from '@/lib/domain/actions/hold-choice';
import type { LockId } from '@/lib/domain/keys/lock-id';

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
  if (changed.length === 0 && isTakenAnew(was, is)) changed.push('acquisition');
  if (changed.length === 0 && keysChanged(before, after, chosen)) changed.push('keys');
  return changed.length === 0 ? null : { before: seenSideOf(before), after: seenSideOf(after), changed };
}

const NONE: Chosen = new Set();

/**
 * Whether a key that counts came, went, or was taken anew. One that cannot be read this time, or whose hold the collector
 * does not know, proves no change; one that could not be read before has come.
 */
function keysChanged(before: Preview, after: Preview, chosen: Chosen): boolean {
  const [was, is] = [partsOf(before), partsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].some((id) => {
    const [one, other] = [was.get(id), is.get(id)];
    if (other?.seen === null) return false;
    const counts = (part: HoldPart | undefined) =>
      part !== undefined && part.seen !== null && (isOfHold(part) || chosen.has(id));
    if (counts(one) !== counts(other)) return true;
    return (
      counts(one) && (one?.seen?.holdCount !== other?.seen?.holdCount || isTakenAnew(one?.seen, other?.seen))
    );
  });
}

/** A first preview, with the acquisitions that only a later one knows. */
export function withKnown(first: Preview, later: Preview): Preview {
  const known = partsOf(later);
  const parts = first.hold?.parts.map((part) => {
    const { acquisition = null } = known.get(part.lock.id)?.seen ?? {};
    return part.seen && !part.seen.acquisition ? { ...part, seen: { ...part.seen, acquisition } } : part;
  });
  return {
    ...first,
    seen: { ...first.seen, acquisition: first.seen.acquisition ?? later.seen.acquisition },
    ...(first.hold && parts && { hold: { ...first.hold, parts } }),
  };
}

function partsOf({ hold }: Preview): Map<LockId, HoldPart> {
  return new Map((hold?.parts ?? []).map((part) => [part.lock.id, part]));
}

function isTakenAnew(was: Seen | null | undefined, is: Seen | null | undefined): boolean {
  return !!was?.acquisition && !!is?.acquisition && was.acquisition.version !== is.acquisition.version;
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
