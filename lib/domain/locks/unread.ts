import type { Lock, Reason } from '../../contract/lock';
import { NOT_COUNTED } from '../values/counted';
import type { LockFacts } from './lock-facts';

/** A change that was reported, or a deadline that passed, is read within this time, ms. */
export const UNREAD_AFTER_MS = 3_000;

/** What the age of a reading depends on. */
type Read = {
  /** When it was made. */
  readAtMs: number;
  deadlineMs: number | 'none';
  /** The first change that was reported since; null = none was. */
  changedAtMs: number | null;
  /** Time within which it is read again though nothing happens, ms. */
  promisedMs: number;
};

/** From when on a reading is older than promised, so that what it says is not known any more, epoch ms. */
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

/** A lock of which nothing is known any more: as last read, in state `unknown`. */
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
