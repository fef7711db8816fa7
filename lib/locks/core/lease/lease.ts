import { type ByteString, displayOf } from '../../../domain/keys/bytes';
import { isLockError, LockError } from '../../../domain/values/lock-error';
import { type LockKey, positiveMs } from '../arguments';
import type { LockReply } from '../protocol';
import { monotonicMs } from '../timers';
import { answerOf, notHeld, unlimited } from '../wait/wait';
import type { Hold } from './hold';

/** A held lock. */
export type Lease<Key = LockKey> = {
  /** The key as the caller passed it. */
  readonly key: Key;
  /** Holder token in Redis. */
  readonly token: string;
  /** Hold count of this holder; 1 unless re-entered. */
  readonly holdCount: number;
  /**
   * Aborts with a LockError `lost` when a renewal or the release finds the lock gone, or when the lease passes here without
   * a renewal, whether or not Redis can be reached. Its `details.why` is a `LossReason`. Every read (`aborted`,
   * `throwIfAborted`) compares the clock with the end of the lease first, so it is right after a blocked event loop too.
   */
  readonly signal: AbortSignal;
  /** Whether this lease is held now: neither released nor lost, and not over by the monotonic clock. */
  readonly isHeld: boolean;
  /** Remaining lease by the monotonic clock, ms, rounded down; 0 when it is not held. */
  readonly remainingMs: number;
  /** Throws `lost` when the lock was lost or the lease is over, `not-held` after a release. Sends nothing. */
  assertHeld(): void;
  /** Epoch ms on this machine's clock at which the lease ends unless renewed. */
  readonly expiresAtMs: number;
  /**
   * Releases this hold; the last release wakes the waiters. May be called again, without effect. Throws `lost` when the
   * lock was no longer ours, `timed-out` or Redis' own error when the outcome is not known: then it may be called again,
   * and the lock expires with its lease at the latest.
   */
  release(): Promise<void>;
  /** Extends the lease to at least `leaseMs` ms from now; never shortens it. Throws `lost`, `not-held`, `timed-out`. */
  extend(leaseMs: number): Promise<void>;
  /** Releases; does not throw a loss that `signal` has reported already. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type Held<Key = LockKey> = {
  hold: Hold;
  key: Key;
  bytes: ByteString;
  token: string;
  commandTimeoutMs: number;
  /** Reply of the acquiring script. */
  reply: LockReply;
};

/** One hold as its owner sees it. The leases of a re-entered lock share one `Hold`, each with a release of its own. */
export class HeldLease<Key> implements Lease<Key> {
  private running: Promise<void> | null = null;
  private givenBack = false;

  constructor(protected readonly held: Held<Key>) {}

  get key(): Key {
    return this.held.key;
  }

  get token(): string {
    return this.held.token;
  }

  get holdCount(): number {
    return this.held.hold.holdCount;
  }

  get signal(): AbortSignal {
    return this.held.hold.signal;
  }

  get isHeld(): boolean {
    return !this.givenBack && this.held.hold.isHeld;
  }

  get remainingMs(): number {
    return this.isHeld ? Math.floor(this.held.hold.deadlineMs - monotonicMs()) : 0;
  }

  assertHeld(): void {
    const { hold, bytes } = this.held;
    hold.assertHeld();
    if (this.givenBack) throw notHeld(bytes);
  }

  get expiresAtMs(): number {
    return Date.now() + Math.round(this.held.hold.deadlineMs - monotonicMs());
  }

  release(): Promise<void> {
    const { hold, bytes, commandTimeoutMs } = this.held;
    this.givenBack = true;
    this.running ??= hold.release(() => {
      this.running = null; // the next call sends it again
    });
    return answerOf(unlimited(bytes), this.running, commandTimeoutMs);
  }

  async extend(leaseMs: number): Promise<void> {
    const { hold, bytes } = this.held;
    const ms = positiveMs('leaseMs', leaseMs);
    if (this.running && !hold.isLost)
      throw new LockError('not-held', 'This lease was given back', { key: displayOf(bytes).text });
    await hold.extend(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const told = this.held.hold.isLost;
    await this.release().catch((error) => {
      if (!(told && isLockError(error, 'lost'))) throw error;
    });
  }
}

/** The lease of a lock without further methods. */
export function leaseOf<Key>(held: Held<Key>): Lease<Key> {
  return new HeldLease(held);
}
