import type { Confidence } from '../../contract/lock';
import type { RedisType } from '../keys/raw-key';

/** How a key was interpreted when it was read. */
export type ReadAs = {
  formatId: string;
  library: string;
  type: RedisType;
  confidence: Confidence;
  /** The name alone marks it as a lock. */
  named: boolean;
  /** No format recognises the value. */
  unknown: boolean;
  /** Libraries whose locks it could equally be. */
  alternatives: readonly string[];
  /** When it was last read this way, epoch ms. */
  atMs: number;
};

/** A companion key of a lock that belongs to another library's lock of the same name. */
export type Beside = { key: string; type: RedisType; library: string };

/** One key that two programs use for different things. */
export type Collision = { sinceMs: number; now: ReadAs; before: ReadAs | null; beside: Beside | null };

/** How long an earlier use of a key counts, ms. */
export const COLLISION_MEMORY_MS = 3_600_000;

/** Whether this was certainly enough a lock that another use of its key is worth reporting. */
export function wasLock({ unknown, confidence, type, named }: ReadAs): boolean {
  if (unknown || confidence === 'possible') return false;
  return named || confidence === 'certain' || type !== 'string';
}

/** A string that is only likely a lock is excluded: the next token of the same library may read as something else. */
function isSigned(use: ReadAs): boolean {
  return wasLock(use) && (use.type !== 'string' || use.confidence === 'certain');
}

/**
 * Whether two readings of one key come from two programs. Another type always does, where each has a lock's name or
 * certainly was a lock. Within a type only values that no one library can have written both count: tokens of one
 * library often read as another's.
 */
export function collides(now: ReadAs, before: ReadAs): boolean {
  if (now.unknown && before.unknown) return false;
  if (now.type !== before.type) {
    const isAboutLocks = (use: ReadAs) => use.unknown || use.named || wasLock(use);
    return (wasLock(now) || wasLock(before)) && isAboutLocks(now) && isAboutLocks(before);
  }
  if (now.unknown || before.unknown) return isSigned(now) || isSigned(before);
  return isSigned(now) && isSigned(before) && !maybeSame(now, before) && !maybeSame(before, now);
}

/** Formats of one library share the first word of its name, as Redisson RLock and Redisson RFairLock do. */
function maybeSame(a: ReadAs, b: ReadAs): boolean {
  return (
    a.formatId === b.formatId ||
    libraryFamilyOf(a.library) === libraryFamilyOf(b.library) ||
    a.alternatives.includes(b.library)
  );
}

export function libraryFamilyOf(library: string): string {
  return library.split(' ')[0] ?? library;
}
