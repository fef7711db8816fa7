import type { TtlMs } from '../contract/leaves';
import type { Lock, LockEvent } from '../contract/lock';
import type { NodeSamples } from '../contract/locks';
import type { NodeStatus } from '../contract/nodes';
import type { LockOnReplica } from '../contract/replica';
import type { ByteString } from '../domain/keys/bytes';
import type { LockId } from '../domain/keys/lock-id';
import type { CrossedWith, RecordedLease, StuckIn, UsualHold } from '../domain/locks/lock-facts';
import type { NodeReports, NodeTotals } from '../domain/nodes/node-status';
import type { Target } from '../domain/nodes/target';
import type { NamedWait } from '../domain/wait-graph/wait-graph';

/** What changed in the index since the last patch; locks are whole, in their new state. */
export type IndexPatch = { changed: Lock[]; removed: LockId[]; events: LockEvent[] };

/** What the index remembers of a lock besides its last reading. */
export type LockMemory = {
  lock: Lock;
  key: ByteString;
  /** TTL readings of the present holder, oldest first, bounded. */
  ttlSamples: { atMs: number; ttlMs: TtlMs }[];
  /** Acquisition number of each holder, in their order; it changes with each observed release or acquisition. */
  acquisitions: readonly number[];
  /** In a Redlock group, the readings of each node that has the present holder; absent = not a group. */
  nodeSamples?: NodeSamples[];
};

/**
 * Watches one target: discovers locks, follows their changes, keeps the index. Closes everything it opened in `stop`.
 * The state of a node that is `live`, and whose names are covered, is at most one second old where changes are reported
 * (`tracking`, `keyspace`). Where they are polled it is at most three seconds old, on a network of some 100 ms at most.
 * Keyspace notifications report neither a flush nor being switched off: the collector checks for both within that second.
 * A node that gives no answer stops being `live` within three seconds. Its locks are `unknown` until they are read again.
 */
export type Collector = {
  readonly target: Target;
  /** Host and port of its server; the target's name where there are several servers. */
  name(): string;
  /** Whether one of its servers answers now. */
  isUp(): boolean;
  /** Returns at once; connects, reconnects and re-syncs in the background and never throws. */
  start(): void;
  stop(): Promise<void>;
  /** Every server of the target, in a stable order; at least one. */
  nodes(): NodeStatus[];
  /** The part of the same that can be asked for each lock. */
  reports(): NodeReports[];
  /** Commands, bytes and event gaps of each of these servers since the collector watches it. */
  totals(): NodeTotals[];
  locks(): readonly Lock[];
  /** Waiters of these locks that have names; the first 64 of each queue. */
  waits(): NamedWait[];
  find(id: LockId): LockMemory | null;
  /** Host and port of the server that has this key. */
  nodeOf(key: ByteString): string;
  /** Whether the key's name, or a release channel of that name, matches a lock pattern. */
  matchesPattern(key: ByteString): boolean;
  /** Ids of the formats on whose release channels the name appeared. */
  heardOf(key: ByteString): readonly string[];
  /** Asks the replicas of the servers that have this key for it. Takes at most a second, and never rejects. */
  onReplicas(key: ByteString): Promise<LockOnReplica[]>;
  /** Whether the key has a lock, or had one within the hour. */
  hadLock(key: ByteString): boolean;
  /** The last state of a lock that is gone; null = not remembered. */
  lastKnown(id: LockId): Lock | null;
  /** Reads these keys from Redis now; resolves when the index has the result and every change reported before. */
  refresh(keys: readonly ByteString[]): Promise<void>;
  /** Reads and applies the heartbeat records of this lock's holders, unless they were read within `maxAgeMs`. */
  refreshHolders(key: ByteString, maxAgeMs: number): Promise<void>;
  /** The last heartbeat read of the process of this client instance, epoch ms; null = none was read. */
  aliveAtMs(instance: string): number | null;
  /** Sets which locks are in wait cycles now; all others are in none. */
  setStuck(stuck: ReadonlyMap<LockId, StuckIn>): void;
  /** Sets the usual hold time of these locks' families; for all others it is not known. */
  setUsual(usual: ReadonlyMap<LockId, UsualHold>): void;
  /** Sets which locks are taken in both orders with another, now and whenever they are held; all others are not. */
  setCrossed(crossed: ReadonlyMap<LockId, CrossedWith>): void;
  /** Sets the leases of holds that an earlier watch left open, by the lock; of all others nothing is recorded. */
  setRecorded(recorded: ReadonlyMap<LockId, RecordedLease>): void;
  /** Announces a completed action of ours to the index, so that its effect is labelled as ours; null = forget it. */
  expect(id: LockId, act: 'force-released' | 'extended' | null): void;
  /**
   * The same for an action that is about to be tried: an index in another process would learn too late that it was done.
   * null = it was not done. Does nothing where the index is in this process. Never rejects.
   */
  announce(id: LockId, act: 'force-released' | 'extended' | null): Promise<void>;
  /** At most ten patches a second. Returns the unsubscribe function. */
  onPatch(listener: (patch: IndexPatch) => void): () => void;
};
