import type { ChangedDetails, Preview, PreviewRequest, Seen, SeenSide } from '@/lib/contract/actions';
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
  const changed = seenChanges(before.seen, after.seen, after.holder.tokenUnique);
  if (changed.length === 0 && keysChanged(before, after, chosen)) changed.push('keys');
  return changed.length === 0 ? null : { before: seenSideOf(before), after: seenSideOf(after), changed };
}

/** What of one key is no longer as it was; `isUnique` = no other hold ever has its token. */
export function seenChanges(was: Seen, is: Seen, isUnique: boolean): string[] {
  const changed: string[] = [];
  if (was.type !== is.type) changed.push('type');
  if (was.formatId !== is.formatId) changed.push('format');
  if (was.tokenDigest !== is.tokenDigest) changed.push('holder');
  if (was.holdCount !== is.holdCount) changed.push('hold-count');
  if (!isUnique && deadlineMoved(was.deadlineMs, is.deadlineMs)) changed.push('deadline');
  if (changed.length === 0 && isTakenAnew(was, is)) changed.push('acquisition');
  return changed;
}

const NONE: Chosen = new Set();

/**
 * Whether a key that counts came, went, or was taken anew. One that cannot be read this time, or whose hold the collector
 * does not know, proves no change; one that could not be read before has come.
 */
function keysChanged(before: Preview, after: Preview, chosen: Chosen): boolean {
  const [was, is] = [readParts(before, chosen), readParts(after, chosen)];
  if (unseenIn(before) !== unseenIn(after)) return true;
  const unread = new Set((after.hold?.parts ?? []).flatMap(({ lock, seen }) => (seen ? [] : lock.id)));
  return [...new Set([...was.keys(), ...is.keys()])].some((id) => {
    const [one, other] = [was.get(id), is.get(id)];
    if (unread.has(id)) return false;
    return !one || !other || one.holdCount !== other.holdCount || isTakenAnew(one, other);
  });
}

/** Keys of the token that are not shown, whether or not they are of the hold. */
function unseenIn({ hold }: Preview): number {
  return hold?.unseen ? hold.unseen.surely + hold.unseen.perhaps : 0;
}

/** The other keys that count, as far as they could be read. */
function readParts({ hold }: Preview, chosen: Chosen): Map<LockId, Seen> {
  const parts = (hold?.parts ?? []).filter((part) => isOfHold(part) || chosen.has(part.lock.id));
  return new Map(parts.flatMap(({ lock, seen }) => (seen ? [[lock.id, seen]] : [])));
}

type Reading = { preview: Preview; request: PreviewRequest };

/**
 * Compares a reading with the first one. `change` = it differs; `first` = the first one, with what only this one knows. The
 * other keys of the hold are named by a reading for a release alone: from the first of these on they are compared. Pure.
 */
export function compareReadings<R extends Reading>(
  base: R,
  reading: R,
  chosen: Chosen,
): { change: Change | null; first: R } {
  const first = withHoldOf(base, reading);
  const change = changeBetween(first.preview, withHoldOf(reading, first).preview, chosen);
  return { change, first: { ...first, preview: withKnown(first.preview, reading.preview) } };
}

/** A reading that names no other keys of the hold, with those that one for a release named. */
function withHoldOf<R extends Reading>(one: R, other: R): R {
  if (one.request.action === 'release' || other.request.action !== 'release') return one;
  const { hold } = other.preview;
  return { ...one, request: other.request, preview: { ...one.preview, ...(hold && { hold }) } };
}

/** A first preview, with the acquisitions that only a later one knows. */
function withKnown(first: Preview, later: Preview): Preview {
  const known = new Map(later.hold?.parts.map(({ lock, seen }) => [lock.id, seen]));
  const filled = (seen: Seen, by: Seen | null | undefined): Seen => ({
    ...seen,
    acquisition: seen.acquisition ?? by?.acquisition ?? null,
  });
  const parts = first.hold?.parts.map((part) => ({
    ...part,
    seen: part.seen && filled(part.seen, known.get(part.lock.id)),
  }));
  const hold = first.hold && parts && { ...first.hold, parts };
  return { ...first, seen: filled(first.seen, later.seen), ...(hold && { hold }) };
}

function isTakenAnew({ acquisition: was }: Seen, { acquisition: is }: Seen): boolean {
  return Boolean(was && is && was.version !== is.version);
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
