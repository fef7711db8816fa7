import type { ByteString } from '../../domain/keys/bytes';
import type { ScriptReply } from '../../redis/run-script';
import type { Subscription } from './wait/release-channels';

/**
 * `silent` = the holder publishes nothing when it releases; `retryMs` = retry after that time, whatever is received;
 * `failure` = why this attempt could not be decided.
 */
export type LockReply = ScriptReply & { silent?: boolean; retryMs?: number; failure?: unknown };

/** One attempt to acquire a lock. */
export type Attempted = {
  key: ByteString;
  token: string;
  leaseMs: number;
  /** Holds after the call; 1 = not a re-entry. */
  holdCount: number;
  /** Whether the caller waits for its turn, or wants one answer only. */
  waits: boolean;
};

/** The commands of one kind of lock. Replies are those of its scripts. */
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
  /** Whether an operator freed the lock of this token by force. Asked only where a lock is found gone. */
  wasForced?(key: ByteString, token: string): Promise<boolean>;
  /** The subscription whose messages make a waiter retry. */
  listen(key: ByteString, token: string): Subscription;
  /** `shared`: the waiters of a key in a process take turns; `own`: each waits for itself, in a queue in Redis. */
  line: 'shared' | 'own';
  /** Longest time between two attempts of a waiter, ms, if the kind sets one. */
  recheckMs?: number;
  /** Grows with each lost connection: commands in flight may then have been sent twice. */
  disconnects(): number;
  /** Why Redis cannot be reached now: the last error of a connection that is down; undefined where none is known. */
  problem(): unknown;
  /** Whether the caller's client is closed permanently, so that no attempt can succeed. */
  ended(): boolean;
  /** How long a lease is valid, ms, from the moment acquiring it began. Default: the lease. */
  validityMs?(leaseMs: number): number;
};
