import type { NodeStatus } from '../../contract/nodes';
import type { LockOnReplica } from '../../contract/replica';
import type { ProcessSight } from '../../domain/holders/lock-holder';
import type { ByteString } from '../../domain/keys/bytes';
import type { NodeTotals } from '../../domain/nodes/node-status';
import type { Entry } from '../index/entry-types';
import type { DirtyKeyQueue } from '../keys/dirty-key-queue';
import type { ReadOptions } from '../keys/key-reader';
import type { WaiterSource } from '../keys/waiters';
import type { NodeShared, NodeWatch } from '../node/node-watch-types';
import type { ShardOptions } from './shard';

/** The servers of one target, and which of them has which key. */
export type Nodes = {
  start(): void;
  stop(): Promise<void>;
  /** Those that answer. */
  up(): readonly NodeWatch[];
  /** Those that answer, and their replicas that do. */
  listened(): readonly WaiterSource[];
  /** Asks the replicas of the server that has this key for it; never rejects. */
  onReplicas(key: ByteString): Promise<LockOnReplica[]>;
  statuses(): NodeStatus[];
  totals(): NodeTotals[];
  /** Of the one server; of several what the target is called. */
  name(): string;
  nameOf(key: ByteString): string;
  /** Time within which a lock is read again though nothing happens, ms. */
  promisedMs(key: ByteString): number;
  dirtyKeysOf(key: ByteString): DirtyKeyQueue | undefined;
  /** Reads these keys now; rejects when a connection that is needed fails. */
  read(keys: readonly ByteString[], how: ReadOptions): Promise<void>;
  /** Resolves when everything was taken in that the servers of these keys had reported by now; never rejects. */
  caughtUp(keys: readonly ByteString[]): Promise<void>;
  /** Reads the locks whose deadline has passed; returns the next deadline, or null. */
  due(): number | null;
  /** Heartbeat records of processes, each on the server that has it. */
  records: {
    of(id: string): ProcessSight | null;
    waiting(): ProcessSight[];
    expect(ids: readonly string[]): void;
    look(ids: readonly string[], maxAgeMs: number): Promise<void>;
  };
};

export type NodesOptions = NodeShared & {
  /** A server answers, or stopped answering. */
  onTurn(): void;
  /** What is said of a server with these locks beside what it says itself. */
  context(entries: Iterable<Entry>): ReturnType<ShardOptions['context']>;
};
