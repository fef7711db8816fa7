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
  /** The nodes that answer. */
  up(): readonly NodeWatch[];
  /** The nodes that answer, and their replicas that do. */
  listened(): readonly WaiterSource[];
  /** Asks the replicas of the server that has this key for it; never rejects. */
  onReplicas(key: ByteString): Promise<LockOnReplica[]>;
  statuses(): NodeStatus[];
  totals(): NodeTotals[];
  /** Host and port of the one server; the target's name where there are several. */
  name(): string;
  nameOf(key: ByteString): string;
  /** Time within which a lock is read again even without an event, ms. */
  promisedMs(key: ByteString): number;
  dirtyKeysOf(key: ByteString): DirtyKeyQueue | undefined;
  /** Reads these keys now; rejects when a connection that is needed fails. */
  read(keys: readonly ByteString[], how: ReadOptions): Promise<void>;
  /** Resolves when everything that the servers of these keys have reported so far is received; never rejects. */
  caughtUp(keys: readonly ByteString[]): Promise<void>;
  /** Reads the locks whose deadline has passed; returns the next deadline, or null. */
  due(): number | null;
  /** Heartbeat records of processes, each on the server that stores it. */
  records: {
    of(id: string): ProcessSight | null;
    waiting(): ProcessSight[];
    expect(ids: readonly string[]): void;
    look(ids: readonly string[], maxAgeMs: number): Promise<void>;
  };
};

export type NodesOptions = NodeShared & {
  /** A server started or stopped answering. */
  onTurn(): void;
  /** Facts about a server with these locks that it does not report itself. */
  context(entries: Iterable<Entry>): ReturnType<ShardOptions['context']>;
};
