import { type ByteString, displayOf } from '../../../domain/keys/bytes';
import { isLockError, LockError } from '../../../domain/values/lock-error';
import { type LockKey, positiveMs } from '../arguments';
import type { LockReply } from '../protocol';
import { monotonicMs } from '../timers';
import { answerOf, notHeld, unlimited } from '../wait/wait';
import type { Hold } from './hold';

/** A lock that is held. */
export type Lease<Key = LockKey> = {
  /** The key as it was asked for. */
  readonly key: Key;
  /** Holder token in Redis. */
  readonly token: string;
  /** How often this holder has the lock; 1 unless re-entered. */
  readonly holdCount: number;
  /**
   * Aborts with a LockError `lost` when a renewal or the release finds the lock gone, or when the lease time passes here
   * without a renewal, Redis reachable or not. Its `details.why` is a `LossReason`. Every look at it (`aborted`,
   * `throwIfAborted`) compares the clock with the end of the lease first, so it is right behind a blocked event loop too.
   */
  readonly signal: AbortSignal;
  /** Whether this lease is held now: neither given back nor lost, and its time is not over by the monotonic clock. */
  readonly isHeld: boolean;
  /** What is left of the lease by the monotonic clock, ms, rounded down; 0 when it is not held. */
  readonly remainingMs: number;
  /** Throws `lost` when the lock was lost or the lease is over, `not-held` when it was given back. Sends nothing. */
  assertHeld(): void;
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

export type Held<Key = LockKey> = {
  hold: Hold;
  key: Key;
  bytes: ByteString;
  token: string;
  commandTimeoutMs: number;
  /** What the script said that took it. */
  reply: LockReply;
};

/** One hold as its owner sees it. Several leases share what was re-entered, each with a release of its own. */
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
      this.running = null; // the next call asks again
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

/** The lease of a lock that can do no more than any. */
export function leaseOf<Key>(held: Held<Key>): Lease<Key> {
  return new HeldLease(held);
}
