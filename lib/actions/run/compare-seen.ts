import type { ChangedDetails, Seen, SeenSide } from '../../contract/actions';
import { displayOf, masked } from '../../domain/keys/bytes';
import { ConsoleError } from '../../domain/values/errors';
import type { KeyReading, LockHeldBy, LockReading } from '../../reads/read-lock';

/**
 * `renewed-or-retaken`: the same token has it until a later deadline. Its holder renewed it, or gave it back and took it again: of
 * a token that is kept for many holds Redis has nothing that distinguishes the two.
 */
export type ChangedFact =
  | 'type'
  | 'format'
  | 'holder'
  | 'hold-count'
  | 'deadline'
  | 'acquisition'
  | 'renewed-or-retaken';

/** How far two readings of one deadline may lie apart; the scripts allow the same. */
export const DEADLINE_SLACK_MS = 5;
/** A group's masters are asked one by one, and their clocks are apart. */
const MASTERS_APART_MS = 1_000;

/**
 * What is no longer as it was seen. That of a unique token moves with every renewal, but only to a later deadline; of any
 * other token no deadline may move at all.
 */
export function changedSince(seen: Seen, { raw, lock }: KeyReading): ChangedFact[] {
  if (raw.type !== seen.type) return ['type'];
  if (!lock) return ['format'];
  const changed: ChangedFact[] = lock.recognised.format.id === seen.formatId ? [] : ['format'];
  const held = lock.holders.find(({ tokenDigest }) => tokenDigest === seen.tokenDigest) ?? lock.holders[0];
  if (held?.tokenDigest !== seen.tokenDigest) changed.push('holder');
  if (!held) return changed;
  if (held.holder.holdCount !== seen.holdCount) changed.push('hold-count');
  const isRenewed = held.holder.tokenUnique && mayBeRenewed(seen.deadlineMs, lock);
  if (!isRenewed && deadlineMoved(seen.deadlineMs, lock.deadlineMs)) changed.push('deadline');
  return changed;
}

/** The refusal: nothing was touched, this is what was seen and what is there now. */
export function changedError(seen: Seen, after: KeyReading, changed: ChangedFact[]): ConsoleError {
  const now = sideOf(after, seen.tokenDigest);
  const same = heldIn(after, seen.tokenDigest)?.tokenDigest === seen.tokenDigest;
  const before: SeenSide = {
    atMs: seen.readAtMs,
    holder: same ? now.holder : null,
    token: same ? now.token : `sha256:${seen.tokenDigest.slice(0, 12)}…`,
    holdCount: seen.holdCount,
    ttlMs: seen.ttlMs,
    type: seen.type,
  };
  const details: Omit<ChangedDetails, 'auditId'> = { before, after: now, changed };
  const text = changed.includes('renewed-or-retaken')
    ? 'it was renewed, or given back and taken again with the same token, which cannot be distinguished'
    : `the lock changed since it was read (${changed.join(', ')})`;
  return new ConsoleError('changed', `${text}; nothing was touched`, details);
}

/** A reading as one side of the refusal: of the holder with this digest, or whoever has the lock instead. */
export function sideOf(reading: KeyReading, tokenDigest: string): SeenSide {
  const { raw } = reading;
  const held = heldIn(reading, tokenDigest);
  const isMasked = reading.lock?.recognised.isOnlyPossible ?? false;
  return {
    atMs: raw.readAtMs,
    holder: held && isMasked ? tokenText(held, true) : held ? (held.holder.label ?? tokenText(held)) : null,
    token: held ? tokenText(held, isMasked) : null,
    holdCount: held?.holder.holdCount ?? null,
    ttlMs: raw.type === 'none' ? null : (held?.holder.ttlMs ?? raw.ttlMs),
    type: raw.type,
  };
}

function heldIn({ lock }: KeyReading, digest: string): LockHeldBy | null {
  return lock?.holders.find(({ tokenDigest }) => tokenDigest === digest) ?? lock?.holders[0] ?? null;
}

function tokenText({ holder, token }: LockHeldBy, isMasked = false): string {
  return (isMasked ? masked(token.length) : displayOf(holder.token, token.length)).text;
}

/** What was seen on one master of a group, as it is on another, where the same lease ends at a slightly other moment. */
export function seenOnMaster(seen: Seen, { lock }: KeyReading): Seen {
  const [was, is] = [seen.deadlineMs, lock?.deadlineMs ?? 'none'];
  if (was === 'none' || is === 'none' || Math.abs(was - is) > MASTERS_APART_MS) return seen;
  return { ...seen, deadlineMs: is };
}

/** Where several have the lock, the key's deadline is none of one holder's. */
function mayBeRenewed(seen: number | 'none', { deadlineMs, holders }: LockReading): boolean {
  if (holders.length > 1 || holders[0]?.holder.ttlMs !== undefined) return true;
  return seen !== 'none' && deadlineMs !== 'none' && deadlineMs >= seen;
}

function deadlineMoved(seen: number | 'none', now: number | 'none'): boolean {
  if (seen === 'none' || now === 'none') return seen !== now;
  return Math.abs(seen - now) > DEADLINE_SLACK_MS;
}
