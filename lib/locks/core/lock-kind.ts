import type { ByteString } from '../../domain/keys/bytes';
import type { Checks } from './checks';
import type { Identity } from './identity';
import type { Held } from './lease/lease';
import type { LockProtocol } from './protocol';
import type { LocalWaitQueues } from './wait/local-wait-queues';

export type LockImplementation<L, Seen, Key> = {
  protocol: LockProtocol;
  newToken(identity: Identity, leaseMs: number): string;
  /** Whether a token serves a whole wait, as its place in a queue does, and not one attempt. */
  tokenWaits?: boolean;
  /** Whether its leases cannot be renewed. */
  fixed?: true;
  leaseOf(held: Held<Key>): L;
  /** Bytes of the name in Redis. Throws `invalid-argument`. */
  nameOf(key: Key): ByteString;
  /** Checks of the facts that `forceRelease` compares. */
  seen: Checks<Seen>;
  forceRelease(key: ByteString, seen: Seen): Promise<{ woken: number }>;
  lines: LocalWaitQueues;
  /** Starts a heartbeat in each Redis the kind uses; returns a function that stops it. */
  startHeartbeat(identity: Identity): () => Promise<void>;
  /** Closes our own connections. */
  close(): Promise<void>;
};
