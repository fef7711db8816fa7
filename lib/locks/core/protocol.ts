import type { ByteString } from '../../domain/keys/bytes';
import type { ScriptReply } from '../../redis/run-script';
import type { Subscription } from './wait/release-channels';

/**
 * `silent` = whoever has the lock tells nobody when it releases it; `retryMs` = try again after that time, whatever is
 * heard; `failure` = why this attempt could not be decided.
 */
export type LockReply = ScriptReply & { silent?: boolean; retryMs?: number; failure?: unknown };

/** One attempt to take a lock. */
export type Attempted = {
  key: ByteString;
  token: string;
  leaseMs: number;
  /** Holds after the call; 1 = not a re-entry. */
  holdCount: number;
  /** Whether the caller waits for its turn, or wants one answer. */
  waits: boolean;
};

/** What a kind of lock says to Redis. Replies are those of its scripts. */
export type LockProtocol = {
  /** Names the kind in events and metrics. */
  readonly kind: string;
  /** `done`, or `otherHolder` with the TTL in ms (-1 = never expires). */
  acquire(attempted: Attempted): Promise<LockReply>;
  /** `done` with the TTL in ms from the moment the call began. */
  renew(key: ByteString, token: string, leaseMs: number): Promise<LockReply>;
  /** `done` when nothing is left, `stillHeld` otherwise. `left` = holds after the call. */
  release(key: ByteString, token: string, leaseMs: number, left: number): Promise<LockReply>;
  /** Leaves the queue in Redis, where there is one. */
  giveUp?(key: ByteString, token: string): Promise<unknown>;
  /** Whether somebody freed the lock of this token by force. Asked only after it was found lost. */
  wasForced?(key: ByteString, token: string): Promise<boolean>;
  /** What tells a waiter to try again. */
  listen(key: ByteString, token: string): Subscription;
  /** `shared`: the waiters of a key in a process take turns; `own`: each waits for itself, in a queue in Redis. */
  line: 'shared' | 'own';
  /** Longest time between two attempts of a waiter, ms, where the kind sets one. */
  recheckMs?: number;
  /** Grows when a connection was lost: commands in flight may then have been sent twice. */
  disconnects(): number;
  /** Why Redis cannot be reached at present: the last error of a connection that is not up; undefined where none is known. */
  problem(): unknown;
  /** Whether the caller's client is closed for good, so that no attempt can succeed any more. */
  ended(): boolean;
  /** How long a lease is valid from the moment acquiring it began. Default: the lease. */
  validityMs?(leaseMs: number): number;
};
