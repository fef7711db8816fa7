import type { Confidence } from '../../contract/lock';
import type { RedisType } from '../keys/raw-key';

/** What a key was read as. */
export type ReadAs = {
  formatId: string;
  library: string;
  type: RedisType;
  confidence: Confidence;
  /** The name alone says lock. */
  named: boolean;
  /** A value that no format takes. */
  unknown: boolean;
  /** Libraries whose locks it could be just as well. */
  alternatives: readonly string[];
  /** When it was read as that last, epoch ms. */
  atMs: number;
};

/** A key beside a lock that belongs to another library's lock of the same name. */
export type Beside = { key: string; type: RedisType; library: string };

/** One key that two programs use for different things. */
export type Collision = { sinceMs: number; now: ReadAs; before: ReadAs | null; beside: Beside | null };

/** How long an earlier use of a key counts. */
export const COLLISION_MEMORY_MS = 3_600_000;

/** Whether this was a lock for sure enough that another use of its key is worth telling. */
export function wasLock({ unknown, confidence, type, named }: ReadAs): boolean {
  if (unknown || confidence === 'possible') return false;
  return named || confidence === 'certain' || type !== 'string';
}

/** A string only likely to be a lock may be read as something else when the same library writes its next token. */
function isSigned(use: ReadAs): boolean {
  return wasLock(use) && (use.type !== 'string' || use.confidence === 'certain');
}

/**
 * Whether two readings of one key are of two programs. Another type always is, where each has a lock's name or was a lock
 * for sure; within a type only what no library can have written both of: tokens of one are often read as another's.
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

/** Formats of one library share its first word, as Redisson RLock and Redisson RFairLock do. */
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
