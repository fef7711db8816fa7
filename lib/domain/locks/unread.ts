import type { Lock, Reason } from '../../contract/lock';
import { NOT_COUNTED } from '../values/counted';
import type { LockFacts } from './lock-facts';

/** A reported change, or a passed deadline, is read within this time, ms. */
export const UNREAD_AFTER_MS = 3_000;

/** The inputs that decide how long a reading stays valid. */
type Read = {
  /** When the reading was made. */
  readAtMs: number;
  deadlineMs: number | 'none';
  /** The first change reported since then; null = none. */
  changedAtMs: number | null;
  /** Longest time until the lock is read again without any change, ms. */
  promisedMs: number;
};

/** When a reading becomes older than promised, so that its content is no longer known, epoch ms. */
export function unreadFromMs({ readAtMs, deadlineMs, changedAtMs, promisedMs }: Read): number {
  return Math.min(
    readAtMs + promisedMs,
    changedAtMs === null ? Number.POSITIVE_INFINITY : changedAtMs + UNREAD_AFTER_MS,
    deadlineMs === 'none' ? Number.POSITIVE_INFINITY : Math.max(deadlineMs, readAtMs) + UNREAD_AFTER_MS,
  );
}

/** Whether the last reading is older than promised. */
export function isUnread({ age }: Pick<LockFacts, 'age'>, nowMs: number): boolean {
  return age !== undefined && nowMs >= age.unreadFromMs;
}

/** A lock whose state is no longer known: as last read, in state `unknown`. */
export function asUnread(lock: Lock, reason: Reason): Lock {
  return {
    ...lock,
    state: 'unknown',
    reason,
    holders: lock.holders.map((holder) => ({ ...holder, verdict: 'unknown' })),
    waiters: NOT_COUNTED,
    waiterSeconds: null,
    findings: [],
  };
}
