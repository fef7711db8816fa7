import { type ByteString, displayOf } from '../domain/bytes';
import { isLockError, LockError } from '../domain/errors';
import { type LockKey, positiveMs } from './arguments';
import type { Hold } from './hold';
import { monotonicMs } from './timers';
import { answerOf, unlimited } from './wait';

/** A lock that is held. */
export type Lease = {
  /** The key as it was asked for. */
  readonly key: LockKey;
  /** Holder token in Redis. */
  readonly token: string;
  /** How often this holder has the lock; 1 unless re-entered. */
  readonly holdCount: number;
  /**
   * Aborts with a LockError `lost` (its `details.why`: `absent`, `taken`, `expired` or `client-closed`) when a renewal or
   * the release finds the lock gone, or when the lease time passes here without a renewal, Redis reachable or not.
   */
  readonly signal: AbortSignal;
  /** Epoch ms on this machine's clock at which the lease ends unless renewed. */
  readonly expiresAtMs: number;
  /**
   * Gives back this hold and wakes the waiters when it was the last. May be called again; does nothing the second time.
   * Throws `lost` when the lock was not ours any more, `timed-out` or Redis' own error when the outcome is not known: then
   * it may be called again, and the lock lapses with its lease at the latest.
   */
  release(): Promise<void>;
  /** Lets the lease last at least `leaseMs` ms from now; never shortens it. Throws `lost`, `not-held`, `timed-out`. */
  extend(leaseMs: number): Promise<void>;
  /** Releases; silent about a loss that `signal` has told already. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type Held = { hold: Hold; key: LockKey; bytes: ByteString; token: string; commandTimeoutMs: number };

/** One hold as its owner sees it. Several leases share what was re-entered, each with a release of its own. */
export function leaseOf({ hold, key, bytes, token, commandTimeoutMs }: Held): Lease {
  let running: Promise<void> | null = null;

  function release(): Promise<void> {
    if (!running) {
      const run = hold.release();
      running = run;
      run.catch((error) => {
        if (!isLockError(error, 'lost')) running = null; // outcome unknown: the next call asks again
      });
    }
    return answerOf(unlimited(bytes), running, commandTimeoutMs);
  }

  return {
    key,
    token,
    get holdCount() {
      return hold.holdCount();
    },
    signal: hold.signal,
    get expiresAtMs() {
      return Date.now() + Math.round(hold.deadlineMs() - monotonicMs());
    },
    release,
    async extend(leaseMs) {
      const ms = positiveMs('leaseMs', leaseMs);
      if (running && !hold.signal.aborted)
        throw new LockError('not-held', 'This lease was given back', { key: displayOf(bytes).text });
      await hold.extend(ms);
    },
    async [Symbol.asyncDispose]() {
      const told = hold.signal.aborted;
      await release().catch((error) => {
        if (!(told && isLockError(error, 'lost'))) throw error;
      });
    },
  };
}
