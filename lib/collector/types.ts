import type { TtlMs } from '../contract/leaves';
import type { Lock, LockEvent } from '../contract/lock';
import type { NodeSamples } from '../contract/locks';
import type { NodeStatus } from '../contract/nodes';
import type { LockOnReplica } from '../contract/replica';
import type { ByteString } from '../domain/keys/bytes';
import type { LockId } from '../domain/keys/lock-id';
import type { StuckIn, UsualHold } from '../domain/locks/lock-facts';
import type { NodeTotals } from '../domain/nodes/node-status';
import type { Target } from '../domain/nodes/target';
import type { NamedWait } from '../domain/wait-graph/wait-graph';

/** What changed in the index since the last patch; locks are whole, in their new state. */
export type IndexPatch = { changed: Lock[]; removed: LockId[]; events: LockEvent[] };

/** What the index remembers of a lock beside its last reading. */
export type LockMemory = {
  lock: Lock;
  key: ByteString;
  /** TTL readings of the present holder, oldest first, bounded. */
  ttlSamples: { atMs: number; ttlMs: TtlMs }[];
  /** Number of the acquisition of each holder, in their order; it changes with each release or acquisition that was seen. */
  acquisitions: readonly number[];
  /** Of a group those of each node that has the present holder; absent = it is no group. */
  nodeSamples?: NodeSamples[];
};

/**
 * Watches one target: discovers locks, follows their changes, keeps the index. Closes everything it opened in `stop`.
 * What it says of a node that is `live`, and whose names are covered, is no older than a second where changes are told
 * (`tracking`, `keyspace`) and than three where they are polled, on a network of some 100 ms at most. Keyspace notifications
 * do not tell of a flush, nor of their being switched off: both are looked for, within that second. Within three seconds a
 * node that gives no answer is no longer `live` and its locks are `unknown`; they stay so until they were read again.
 */
export type Collector = {
  readonly target: Target;
  /** Host and port of its server; of several what the target is called. */
  name(): string;
  /** Whether a server of it answers now. */
  isUp(): boolean;
  /** Returns at once; connects, reconnects and re-syncs in the background and never throws. */
  start(): void;
  stop(): Promise<void>;
  /** Every server of the target, in a lasting order; at least one. */
  nodes(): NodeStatus[];
  /** What each of these servers was asked since it is watched. */
  totals(): NodeTotals[];
  locks(): readonly Lock[];
  /** Who waits for these locks, as far as waiters have names; of each lock the first 64. */
  waits(): NamedWait[];
  find(id: LockId): LockMemory | null;
  /** Host and port of the server that has this key. */
  nodeOf(key: ByteString): string;
  /** Whether the key's name, or a release channel of that name, says lock. */
  matchesPattern(key: ByteString): boolean;
  /** Ids of the formats on whose release channels the name was heard of. */
  heardOf(key: ByteString): readonly string[];
  /** Asks the replicas of the servers that have this key for it; takes a second at most, and never rejects. */
  onReplicas(key: ByteString): Promise<LockOnReplica[]>;
  /** Whether the key has a lock, or had one within the hour. */
  hadLock(key: ByteString): boolean;
  /** The last state of a lock that is gone, while it is remembered. */
  lastKnown(id: LockId): Lock | null;
  /**
   * Reads these keys from Redis now and applies what they say; resolves when the index has it, and every change that was
   * reported before.
   */
  refresh(keys: readonly ByteString[]): Promise<void>;
  /** Reads the heartbeat records of this lock's holders, unless that was done within `maxAgeMs`, and applies what they say. */
  refreshHolders(key: ByteString, maxAgeMs: number): Promise<void>;
  /** When the process of this client instance last gave a sign of life that was read, epoch ms; null = none was. */
  aliveAtMs(instance: string): number | null;
  /** Tells the index which locks are in cycles of waits now; all others are in none. */
  setStuck(stuck: ReadonlyMap<LockId, StuckIn>): void;
  /** Tells the index what holds of these locks' families take; of all others that is not known. */
  setUsual(usual: ReadonlyMap<LockId, UsualHold>): void;
  /** Tells the index of an act of ours that was done, so that its effect is labelled as ours; null = forget it. */
  expect(id: LockId, act: 'force-released' | 'extended' | null): void;
  /**
   * The same of an act that is about to be tried, for an index in another process, which would learn too late that it was
   * done; null = it was not. Nothing to do where the index is here. Never rejects.
   */
  announce(id: LockId, act: 'force-released' | 'extended' | null): Promise<void>;
  /** At most ten patches a second. Returns the unsubscribe function. */
  onPatch(listener: (patch: IndexPatch) => void): () => void;
};
